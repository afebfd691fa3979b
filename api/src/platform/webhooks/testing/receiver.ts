import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Responds to a message; `index` counts them from 0. */
export type Respond = (response: ServerResponse, index: number) => void;

export const respondWith =
  (...statuses: readonly number[]): Respond =>
  (response, index) => {
    response.writeHead(statuses[Math.min(index, statuses.length - 1)] ?? 200).end();
  };

/** A server that stores the messages that it receives. */
export const startReceiver = async (respond: Respond = respondWith(200)) => {
  const received: ReceivedMessage[] = [];
  const receiver = { received, respond, url: '', port: 0, stop: async () => {} };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ headers: request.headers, body: await text(request) });
    receiver.respond(response, received.length - 1);
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `http://127.0.0.1:${receiver.port}/hook`;
  receiver.stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return receiver;
};

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A new receiver in each test; it responds with 200 unless the test changes that. */
export const receiverPerTest = (): (() => Receiver) => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());
  return () => receiver;
};
