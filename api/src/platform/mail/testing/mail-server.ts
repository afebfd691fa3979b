import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  source: string;
}

/**
 * A mail server that stores received mails. `rejectWith` returns the error code for a recipient; `delayMs` returns the
 * time to accept a mail, Infinity to never answer; if `breaksOff` returns true, the connection breaks before a received mail is accepted.
 */
export const startMailServer = async (
  rejectWith: (address: string) => number | undefined = () => undefined,
  delayMs: () => number = () => 0,
  breaksOff: () => boolean = () => false,
) => {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const code = rejectWith(address);
      done(
        code === undefined ? undefined : Object.assign(new Error('no such mailbox'), { responseCode: code }),
      );
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        const ms = delayMs();
        if (breaksOff()) for (const socket of sockets) socket.destroy();
        else if (ms === 0) done();
        else if (ms !== Infinity) setTimeout(done, ms);
      });
    },
  });
  // Killed clients reset their connections.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
