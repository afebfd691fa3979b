import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/**
 * When the server closes, connections end once their response is out, and at once if they have no request. Node closes
 * neither the ones that a browser opened in advance nor those that were busy when it looked.
 */
export const closeConnections = fastifyPlugin(async (app: FastifyInstance) => {
  const pending = new Map<Socket, number>();
  let isClosing = false;
  const count = (socket: Socket, change: number) => {
    const requests = pending.get(socket);
    if (requests === undefined) return;
    pending.set(socket, requests + change);
    if (isClosing && requests + change === 0) socket.destroySoon();
  };
  app.server.on('connection', (socket) => {
    pending.set(socket, 0);
    socket.once('close', () => pending.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [socket, requests] of pending) if (requests === 0) socket.destroy();
  });
});
