import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that reached the server, its body read as JSON. */
export interface SeenRequest {
  call: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** What to answer: status and JSON; `delayMs` holds it back. */
export interface Answer {
  status?: number;
  json: unknown;
  delayMs?: number;
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
};

/** An HTTP server on this machine that answers calls by their `METHOD /path`, and remembers what was asked. */
export const startApiServer = async (answers: Record<string, (request: SeenRequest) => Answer>) => {
  const seen: SeenRequest[] = [];
  const server: Server = createServer(async (request, response) => {
    const entry = {
      call: `${request.method} ${request.url?.split('?')[0]}`,
      headers: request.headers,
      body: await bodyOf(request),
    };
    seen.push(entry);
    const missing: Answer = {
      status: 404,
      json: { success: false, message: 'Not found', code: 'not_found' },
    };
    const { status = 200, json, delayMs = 0 } = answers[entry.call]?.(entry) ?? missing;
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(json));
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};
