import sharp from 'sharp';

/** Larger pictures take too much memory; a small file can claim to be one. */
const maxPixels = 50_000_000;
const formats = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' } as const;
const timeoutSeconds = 20;

// One picture at a time is decoded, in one thread: a process has other work. All other decoders stay off.
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});

/** The media types of images that can be decoded. */
export const imageMediaTypes: readonly string[] = Object.values(formats);

const isKnown = (format: string | undefined): format is keyof typeof formats =>
  format !== undefined && format in formats;

const imageTooLargeText = 'The image has more than 50 megapixels.';
export const unusableImageText = 'The image cannot be used. Please save it again as a PNG or JPEG file.';

/** `problem` is in words for people. */
export type WrittenImage =
  | { readonly content: Buffer; readonly mediaType: string; readonly problem?: undefined }
  | { readonly problem: string };

/**
 * An image decoded and written again, upright and without anything but its first picture: metadata and what is hidden
 * behind the image are gone.
 */
export const reencodeImage = async (content: Uint8Array): Promise<WrittenImage> => {
  try {
    const image = sharp(content, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
    const { format } = await image.metadata();
    if (!isKnown(format)) return { problem: unusableImageText };
    const written = await image.autoOrient().timeout({ seconds: timeoutSeconds }).toFormat(format).toBuffer();
    return { content: written, mediaType: formats[format] };
  } catch (error) {
    return { problem: /pixel limit/.test(String(error)) ? imageTooLargeText : unusableImageText };
  }
};
