import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** Script in pages of the development server; reloads them after changes. */
export const liveReloadScript = `
let seen;
const connect = () => {
  const events = new EventSource('/dev/events');
  events.onmessage = ({ data }) => {
    if (seen !== undefined && seen !== data) location.reload();
    seen = data;
  };
};
connect();
`;

/** A hash of the files' contents and this process. */
export const hashFiles = (files: readonly string[]): string => {
  const hash = createHash('sha256').update(String(process.pid));
  for (const file of files) if (existsSync(file)) hash.update(readFileSync(file));
  return hash.digest('hex');
};

/** Development only: reloads pages when the result of `stamp` changes. */
export const liveReload = async (app: FastifyInstance, { stamp }: { stamp: () => string }) => {
  app.get('/dev/live-reload.js', (_request, reply) => reply.type('text/javascript').send(liveReloadScript));

  app.get('/dev/events', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    let sent = '';
    const sendChange = () => {
      const now = stamp();
      if (now !== sent) raw.write(`data: ${now}\n\n`);
      sent = now;
    };
    sendChange();
    const timer = setInterval(sendChange, 300);
    request.raw.once('close', () => clearInterval(timer));
  });
};
