const boundary = 'form-of-a-test';

/** The body and headers of a form with fields and a file. */
export const buildForm = (
  fields: Readonly<Record<string, string>>,
  content: Buffer | string,
  name: string,
): { body: Buffer; headers: Record<string, string> } => ({
  body: Buffer.concat([
    ...Object.entries(fields).map(([field, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
});
