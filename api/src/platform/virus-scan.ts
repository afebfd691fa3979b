// The INSTREAM command of ClamAV.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { scanIdleMs } from '../deadlines.ts';

/** Without an answer, a file counts as not scanned. */
export type ScanResult = 'clean' | 'infected' | 'not scanned';

export interface ScanConfig {
  readonly host: string;
  readonly port: number;
  /** The scanner calls content above its own limits clean, so larger files are not sent to it. */
  readonly maxBytes: number;
}

export type Scan = (file: { readonly size: number; readonly body: Readable }) => Promise<ScanResult>;

const prefixLength = (length: number): Buffer => {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(length);
  return prefix;
};

async function* writeFrames(body: Readable) {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of body as AsyncIterable<Buffer>) {
    // An empty frame would end the content.
    if (piece.length === 0) continue;
    yield prefixLength(piece.length);
    yield piece;
  }
  yield prefixLength(0);
}

/** What the scanner has said when it ends its answer or the connection, or when nothing happens for too long. */
const readAnswer = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (piece) => {
      text += String(piece);
      if (text.includes('\0')) resolve(text);
    });
    // The connection closes next.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });

export const createScan =
  ({ host, port, maxBytes }: ScanConfig, idleMs = scanIdleMs): Scan =>
  async ({ size, body }) => {
    if (size > maxBytes) {
      body.destroy();
      return 'not scanned';
    }
    const socket = connect({ host, port });
    socket.setTimeout(idleMs, () => socket.destroy());
    const answer = readAnswer(socket);
    // The scanner may answer before it has everything, and close the connection: the answer counts.
    const sent = pipeline(Readable.from(writeFrames(body)), socket, { end: false }).catch(() => undefined);
    const [text = ''] = (await answer).split('\0', 1);
    socket.destroy();
    await sent;
    if (/: .+ FOUND$/.test(text)) return 'infected';
    return text.endsWith(': OK') ? 'clean' : 'not scanned';
  };
