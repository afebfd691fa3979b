import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Upload } from '@readerlens/contract';
import { buildApi } from '../../app.ts';
import { openDatabase } from '../../platform/db/index.ts';
import { withServerDatabase } from '../../platform/jobs/testing/soak.ts';
import { createTestRunner } from '../../platform/jobs/testing/test-runner.ts';
import { hasServer } from '../../platform/testing/server-database.ts';
import { servicesAt } from '../alerts/testing/services-at.ts';
import { assembleUploadKind } from './assemble-upload.ts';
import { readAll, storeForm } from './testing/store-form.ts';
import { boundary, chunkAt, formBody, uploadContent } from './testing/upload-content.ts';

const now = new Date();

/** A server with its own sessions of the database and its own worker, as another process has them. */
const startServer = async (url: string, folder: string) => {
  const db = await openDatabase({ url, poolSize: 4 });
  const services = servicesAt(db, () => now, { FILES_STORE: folder });
  const app = await buildApi({ services, checkResponses: true });
  const runner = createTestRunner(db, () => now, [assembleUploadKind(services)]);
  const close = async () => {
    await app.close();
    await runner.stop();
    await db.close();
  };
  return { db, services, app, runner, close };
};

// The embedded database belongs to one process.
(hasServer ? describe : describe.skip)('two servers with one database', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'two-servers-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('make one file of chunks that arrive at both at once', () =>
    withServerDatabase(async (url) => {
      const servers = [await startServer(url, folder), await startServer(url, folder)] as const;
      const [{ db, services }] = servers;
      try {
        const { owner, formId, contentId } = await storeForm(db, now);
        const token = await services.signIns.begin(owner, 'password', { ip: '127.0.0.1', headers: {} });
        const send = async (server: 0 | 1, call: string, type: string, payload: string | Buffer) => {
          const answer = await servers[server].app.inject({
            method: 'POST',
            url: `/api/onboarding/${formId}/content/${contentId}/file/${call}`,
            headers: { authorization: `Bearer ${token}`, 'content-type': type },
            payload,
          });
          expect(answer.statusCode).toBe(200);
          return answer.json<{ data: Upload }>().data;
        };
        const fileName = 'paper.bin';
        const body = JSON.stringify({ fileName, fileSize: uploadContent.length, fingerprint: 'f1' });
        const [{ uploadId }, same] = await Promise.all([
          send(0, 'upload', 'application/json', body),
          send(1, 'upload', 'application/json', body),
        ]);
        expect(same.uploadId).toBe(uploadId);
        const sendChunk = (server: 0 | 1, index: number) => {
          const fields = { fileName, chunkIndex: String(index), totalChunks: '3', uploadId };
          const chunk = formBody(fields, [{ field: 'file', name: 'blob', content: chunkAt(index) }]);
          return send(server, 'chunk', `multipart/form-data; boundary=${boundary}`, chunk);
        };
        await sendChunk(0, 0);
        await Promise.all([sendChunk(0, 1), sendChunk(1, 2), sendChunk(1, 1), sendChunk(0, 2)]);
        await Promise.all(servers.map(({ runner }) => runner.runDue()));
        const stored = await db.kysely.selectFrom('onboarding_file').select('id').execute();
        expect(stored).toHaveLength(1);
        const file = await services.files.open(stored[0]!.id);
        expect((await readAll(file!.body)).equals(uploadContent)).toBe(true);
        expect(servers.flatMap(({ runner }) => runner.ends)).toEqual(['done']);
      } finally {
        for (const { close } of servers) await close();
      }
    }));
});
