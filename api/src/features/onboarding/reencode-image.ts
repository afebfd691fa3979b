import sharp from 'sharp';

/** Larger pictures take too much memory; a small file can claim to be one. */
const maxPixels = 50_000_000;
const formats = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' } as const;

const isKnown = (format: string | undefined): format is keyof typeof formats =>
  format !== undefined && format in formats;

/**
 * An image decoded and written again, upright and without anything but its first picture: metadata and what is hidden
 * behind the image are gone. Undefined for content that is no JPEG, PNG, WebP or GIF.
 */
export const reencodeImage = async (
  content: Uint8Array,
): Promise<{ content: Buffer; mediaType: string } | undefined> => {
  try {
    const image = sharp(content, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
    const { format } = await image.metadata();
    if (!isKnown(format)) return undefined;
    const written = await image.autoOrient().timeout({ seconds: 20 }).toFormat(format).toBuffer();
    return { content: written, mediaType: formats[format] };
  } catch {
    return undefined;
  }
};
