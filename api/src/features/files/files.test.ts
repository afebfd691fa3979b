import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { createLogger } from '../../platform/http/logging.ts';
import { buildApi } from '../../app.ts';
import { createFileLinks } from '../../platform/files/index.ts';
import { testApi } from '../../platform/testing/index.ts';

const root = mkdtempSync(path.join(tmpdir(), 'download-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const api = testApi({ FILES_STORE: root });
const soon = () => new Date(Date.now() + 3_600_000);

const put = (name: string, content: string, mediaType?: string) =>
  api().services.files.put(
    { name, owner: { kind: 'test', id: '1' }, ...(mediaType ? { mediaType } : {}) },
    Buffer.from(content),
  );
const linkTo = (fileId: string, expiresAt = soon()) =>
  api().services.fileLinks.sign({ fileId, purpose: 'download', expiresAt });
const get = (token: string) => api().app.inject({ url: `/api/files/${token}` });

describe('GET /api/files/{token}', () => {
  it('sends the file as an attachment, with its name, length and type', async () => {
    const { id } = await put("Résumé 'final' (1).csv", 'a,b\n', 'text/csv');
    const answer = await get(linkTo(id));
    expect([answer.statusCode, answer.body]).toEqual([200, 'a,b\n']);
    expect(answer.headers).toMatchObject({
      'content-disposition':
        `attachment; filename="R_sum_ 'final' (1).csv"; ` +
        `filename*=UTF-8''R%C3%A9sum%C3%A9%20%27final%27%20%281%29.csv`,
      'content-length': '4',
      'content-type': 'text/csv',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it.each([
    ['logo.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="run()"/>'],
    ['notes.txt', '<!doctype html><script>run()</script>'],
  ])('serves the markup in %s as bytes', async (name, content) => {
    const answer = await get(linkTo((await put(name, content)).id));
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
  });

  it('refuses a link that has expired', async () => {
    const { id } = await put('a.txt', 'x');
    const { statusCode, ...answer } = await get(linkTo(id, new Date(Date.now() - 1000)));
    expect([statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'invalid_token', message: 'This link has expired.' },
    ]);
  });

  it('refuses a link that was changed, made for another file or with another key', async () => {
    const [one, other] = [await put('a.txt', 'x'), await put('b.txt', 'y')];
    const token = linkTo(one.id);
    const [, seconds = '', signature = ''] = token.split('.');
    const last = signature.at(-1) === 'A' ? 'B' : 'A';
    const foreign = createFileLinks([new Uint8Array(32)]).sign({
      fileId: one.id,
      purpose: 'download',
      expiresAt: soon(),
    });
    for (const changed of [
      `${other.id}.${seconds}.${signature}`,
      `${one.id}.${Number(seconds) + 1}.${signature}`,
      `${one.id}.${seconds}.${signature.slice(0, -1)}${last}`,
      foreign,
      'nothing',
    ]) {
      const answer = await get(changed);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { code: 'invalid_token', message: 'This link is not valid.' },
      ]);
    }
    expect((await get(token)).statusCode).toBe(200);
  });

  it('reports that a file no longer exists', async () => {
    const { id } = await put('a.txt', 'x');
    const token = linkTo(id);
    await api().services.files.delete(id);
    const answer = await get(token);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      404,
      { code: 'not_found', message: 'This file no longer exists.' },
    ]);
  });

  it('logs no links', async () => {
    const lines: string[] = [];
    const logger = createLogger({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
    const services = { ...api().services, metrics: new Registry() };
    const app = await buildApi({ services, logger });
    const token = linkTo((await put('a.txt', 'x')).id);
    await app.inject({ url: `/api/files/${token}` });
    await app.close();
    expect(lines.join('')).toContain('/api/files/:token');
    expect(lines.join('')).not.toContain(token.slice(-43));
  });
});
