import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { repositoryRoot } from '../paths.ts';

const script = `
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

/** Changes when the server, the shell's bundle or a deployed area changes. */
const stampOf = (files: readonly string[]) => {
  const hash = createHash('sha256').update(String(process.pid));
  for (const file of files) if (existsSync(file)) hash.update(readFileSync(file));
  return hash.digest('hex');
};

/** Development only: pages load anew when anything that they are made of has changed. */
export const liveReload = async (app: FastifyInstance, { site }: { site: string }) => {
  const files = [path.join(site, 'registry.json'), path.join(repositoryRoot, 'shell', 'dist', 'files.json')];

  app.get('/dev/live-reload.js', (_request, reply) => reply.type('text/javascript').send(script));

  app.get('/dev/events', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    let sent = '';
    const tell = () => {
      const stamp = stampOf(files);
      if (stamp !== sent) raw.write(`data: ${stamp}\n\n`);
      sent = stamp;
    };
    tell();
    const timer = setInterval(tell, 300);
    request.raw.once('close', () => clearInterval(timer));
  });
};
