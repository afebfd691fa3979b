import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { uploadChunkBytes } from '@readerlens/contract';
import { runs } from '@readerlens/filters/testing';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { boundary, createContent, formBody } from './testing/upload-content.ts';
import { uploadsWorld } from './testing/uploads-world.ts';

const megabyte = 1024 * 1024;
const fileBytes = runs({ test: 10, soak: 500 }) * megabyte;
const bytesUntilDrop = runs({ test: 3, soak: 20 }) * megabyte;

const deadlineMs = runs({ test: 120_000, soak: 600_000 });

/** Passes connections on to a port, and cuts the current one each time that many bytes have arrived. */
const startDroppingProxy = async (port: number) => {
  const state = { drops: 0, left: bytesUntilDrop };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect({ port, host: '127.0.0.1' });
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
    socket.on('data', (piece) => {
      state.left -= piece.length;
      if (state.left > 0) return;
      state.left = bytesUntilDrop;
      state.drops += 1;
      socket.destroy();
      onward.destroy();
    });
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

describeOnOneEngine('an upload over a connection that drops', (db) => {
  const { world, tokens, state, place, begun, readUpload, runJobs, listFiles, countStored } =
    uploadsWorld(db);

  it(
    'arrives byte for byte, and leaves nothing else',
    async () => {
      await world().app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = world().app.server.address() as AddressInfo;
      const proxy = await startDroppingProxy(port);
      const before = countStored();
      const { uploadId, totalChunks } = await begun({ fileSize: fileBytes });
      const content = createContent(uploadChunkBytes, 1);
      /** Different from all others, and quick to make. */
      const chunkAt = (index: number) => {
        content.writeUInt32BE(index);
        return content;
      };
      const refusals: number[] = [];
      /** Returns whether an answer came. */
      const sendChunk = async (index: number): Promise<boolean> => {
        const fields = {
          fileName: 'paper.bin',
          chunkIndex: String(index),
          totalChunks: String(totalChunks),
          uploadId,
        };
        const body = formBody(fields, [{ field: 'file', name: 'blob', content: chunkAt(index) }]);
        const path = `/api/onboarding/${state.formId}/content/${place.contentId}/file/chunk`;
        const answer = await fetch(`${proxy.url}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${tokens.owner}`,
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
          body: new Uint8Array(body),
        }).catch(() => undefined);
        if (answer && answer.status !== 200) refusals.push(answer.status);
        return answer !== undefined;
      };
      try {
        for (let missing = [0]; missing.length > 0 && refusals.length === 0;) {
          const { received } = await readUpload(uploadId);
          missing = Array.from({ length: totalChunks }, (_, index) => index).filter(
            (index) => !received.includes(index),
          );
          // After a drop, the server says what is missing.
          for (const index of missing) if (!(await sendChunk(index))) break;
        }
      } finally {
        await proxy.stop();
      }
      expect(refusals).toEqual([]);
      expect(proxy.state.drops).toBeGreaterThanOrEqual(Math.floor(fileBytes / bytesUntilDrop));
      await runJobs();
      const [file] = await listFiles();
      const answer = await fetch(`http://127.0.0.1:${port}${file?.fileUrl}`);
      const [sent, arrived] = [createHash('sha256'), createHash('sha256')];
      for (let index = 0; index < totalChunks; index += 1) sent.update(chunkAt(index));
      for await (const piece of answer.body!) arrived.update(piece);
      expect(arrived.digest('hex')).toBe(sent.digest('hex'));
      await world().services.files.deleteExpired({ now: new Date(Date.now() + 1000) });
      expect(countStored()).toBe(before + 1);
    },
    deadlineMs,
  );
});
