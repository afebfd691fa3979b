import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** What a page of the development server runs to follow changes. */
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

/** Changes with this process and with what the files hold. */
export const stampOf = (files: readonly string[]): string => {
  const hash = createHash('sha256').update(String(process.pid));
  for (const file of files) if (existsSync(file)) hash.update(readFileSync(file));
  return hash.digest('hex');
};

/** Development only: pages load anew when `stamp` answers something else than before. */
export const liveReload = async (app: FastifyInstance, { stamp }: { stamp: () => string }) => {
  app.get('/dev/live-reload.js', (_request, reply) => reply.type('text/javascript').send(liveReloadScript));

  app.get('/dev/events', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    let sent = '';
    const tell = () => {
      const now = stamp();
      if (now !== sent) raw.write(`data: ${now}\n\n`);
      sent = now;
    };
    tell();
    const timer = setInterval(tell, 300);
    request.raw.once('close', () => clearInterval(timer));
  });
};
