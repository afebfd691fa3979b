import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** The file that every virus scanner finds, and that does nothing. */
export const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

const command = 'zINSTREAM\0';

/** What the server does with a file: scans it, never answers, closes the connection, or says that it is too large. */
export type ScanServerMode = 'scan' | 'hang' | 'close' | 'limit';

/** The content of the frames that have arrived; complete once an empty one is among them. */
const readFrames = (received: Buffer): { content: Buffer; isComplete: boolean } => {
  const pieces: Buffer[] = [];
  let at = command.length;
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at);
    if (length === 0) return { content: Buffer.concat(pieces), isComplete: true };
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { content: Buffer.concat(pieces), isComplete: false };
};

const answer = (socket: Socket, text: string) => void socket.end(`${text}\0`);

/** A server that speaks the protocol of ClamAV. */
export const startScanServer = async () => {
  const state: { mode: ScanServerMode; readonly scanned: number[] } = { mode: 'scan', scanned: [] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    // The product may end the connection at any time.
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      if (state.mode === 'hang') return;
      if (state.mode === 'close') return void socket.destroy();
      if (state.mode === 'limit') return answer(socket, 'INSTREAM size limit exceeded. ERROR');
      const { content, isComplete } = readFrames(received);
      if (!isComplete) return;
      if (!received.subarray(0, command.length).equals(Buffer.from(command)))
        return answer(socket, 'UNKNOWN COMMAND');
      state.scanned.push(content.length);
      answer(socket, content.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    state,
    port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
