import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { OnboardingForm } from '@readerlens/contract';
import type { Files, StoredFile } from '../../platform/files/index.ts';
import { uniqueFileNames } from './file-names.ts';

interface ZippedFile {
  /** In the zip. */
  readonly path: string;
  readonly file: StoredFile;
}

interface ZipParts {
  readonly files: readonly ZippedFile[];
  /** The paths of files that cannot be read. */
  readonly missing: readonly string[];
}

/** The files of a form by their places in its zip. */
const findFiles = async (
  files: Pick<Files, 'stat'>,
  { content, companyInfo }: OnboardingForm,
): Promise<ZipParts> => {
  const contentName = uniqueFileNames();
  const logoName = uniqueFileNames();
  const wanted = [
    ...content
      .flatMap(({ uploadedFileUrls }) => uploadedFileUrls)
      .map(({ id, name, fileUrl }) => ({ id, url: fileUrl, path: `Content/${contentName(name)}` })),
    ...companyInfo.logos.map(({ id, name, logoUrl }) => ({
      id,
      url: logoUrl,
      path: `Logos/${logoName(name)}`,
    })),
  ];
  const found: ZippedFile[] = [];
  const missing: string[] = [];
  for (const { id, url, path } of wanted) {
    // Who has no link to a file, such as one that is held after a scan, must not get it in the zip.
    const file = url === null ? undefined : await files.stat(id);
    if (file) found.push({ path, file });
    else missing.push(path);
  }
  return { files: found, missing };
};

/** The zip is stored, not compressed: most content is compressed already. */
const stored = { compress: false };

/**
 * A zip of a form's document, its content and its logos. It is written as it is read, one file after another; an error
 * destroys the stream, so that no broken zip looks complete. What cannot be read is named in 'Missing files.txt'.
 */
export const writeSubmissionZip = async (
  files: Pick<Files, 'stat' | 'open'>,
  form: OnboardingForm,
  document: Uint8Array,
): Promise<{ content: Readable; size: number }> => {
  const { files: found, missing } = await findFiles(files, form);
  const zip = new ZipFile();
  const output = new PassThrough();
  let current: Readable | undefined;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  output.on('close', () => current?.destroy());
  zip.addBuffer(Buffer.from(document), 'Onboarding form.pdf', stored);
  if (missing.length > 0) {
    const text = `These files are not available:\r\n\r\n${missing.join('\r\n')}\r\n`;
    zip.addBuffer(Buffer.from(text), 'Missing files.txt', stored);
  }
  const open = async ({ id, name }: StoredFile): Promise<Readable> => {
    const opened = await files.open(id);
    if (!opened) throw new Error(`The file ${id} is gone: ${name}`);
    current = opened.body;
    // The zip does not notice the errors of what it reads.
    current.on('error', fail);
    // The download ended while the file was being opened.
    if (output.destroyed) current.destroy();
    return current;
  };
  for (const { path, file } of found)
    zip.addReadStreamLazy(path, { ...stored, size: file.size, mtime: file.createdAt }, (take) => {
      open(file).then(
        (body) => take(null, body),
        (error: Error) => fail(error),
      );
    });
  const size = await new Promise<number>((resolve) => {
    // All sizes are known, so that the size of the zip is, too. The types of the library lack the argument.
    zip.end(undefined, resolve as () => void);
  });
  zip.outputStream.pipe(output);
  return { content: output, size };
};
