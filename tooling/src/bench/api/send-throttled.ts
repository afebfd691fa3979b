import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { uploadChunkBytes } from '@readerlens/contract/onboarding';
import type { UploadsBenchReady } from './bench-uploads-server.ts';

const boundary = 'x-boundary';
const pieceBytes = 128 * 1024;

/** The content of a chunk, which is not the same as that of any other. */
const fillChunk = (chunk: Buffer, upload: number, index: number): Buffer => {
  chunk.writeUInt32BE(upload * 1000 + index);
  return chunk;
};

interface Sent {
  readonly isFileAssembled: boolean;
}

/** Sends a file in chunks at no more than this rate, and waits until it can be read. */
export const sendThrottled = async (
  { port, uploadToken, formId, contentIds }: UploadsBenchReady,
  { upload, chunks, bytesPerSecond }: { upload: number; chunks: number; bytesPerSecond: number },
): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const chunk = Buffer.alloc(uploadChunkBytes, 'content ');
  let sentBytes = 0;
  let startedAt = performance.now();

  const keepRate = async () => {
    const ahead = (sentBytes / bytesPerSecond) * 1000 - (performance.now() - startedAt);
    if (ahead > 0) await setTimeout(ahead);
  };

  const sendChunk = async (index: number): Promise<Sent> => {
    const fields = { fileName: 'bench.bin', chunkIndex: index, totalChunks: chunks };
    const text = Object.entries(fields)
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('');
    const head = `${text}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="chunk"\r\n\r\n`;
    const tail = `\r\n--${boundary}--\r\n`;
    const sent = request({
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/onboarding/${formId}/content/${contentIds[upload]}/file/chunk`,
      headers: {
        authorization: `Bearer ${uploadToken}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + chunk.length + tail.length,
      },
    });
    const answered = new Promise<string>((resolve, reject) => {
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () => {
          const body = Buffer.concat(pieces).toString();
          if (answer.statusCode === 200) resolve(body);
          else reject(new Error(`A chunk returned status ${answer.statusCode}: ${body}`));
        });
      });
    });
    sent.write(head);
    fillChunk(chunk, upload, index);
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      await keepRate();
      sent.write(chunk.subarray(at, at + pieceBytes));
      sentBytes += pieceBytes;
    }
    sent.end(tail);
    return (JSON.parse(await answered) as { data: Sent }).data;
  };

  startedAt = performance.now();
  let last: Sent = { isFileAssembled: false };
  for (let index = 0; index < chunks; index += 1) last = await sendChunk(index);
  // Sent again, the last chunk waits until the file can be read.
  while (!last.isFileAssembled) last = await sendChunk(chunks - 1);
  agent.destroy();
};
