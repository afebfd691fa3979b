import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describeOnEachEngine } from '../testing/index.ts';
import { createFiles } from './files.ts';
import type { Files, NewFile } from './files.ts';
import { folderObjects } from './folder-objects.ts';
import type { ObjectStore } from './object-store.ts';
import { s3Objects } from './s3-objects.ts';
import { startS3 } from './testing/s3-server.ts';
import type { S3Server } from './testing/s3-server.ts';

let root: string;
let s3: S3Server;

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'files-'));
  s3 = await startS3();
});

afterAll(async () => {
  await s3.close();
  rmSync(root, { recursive: true, force: true });
});

let stores = 0;
const newStore: Record<string, () => ObjectStore> = {
  'a folder': () => folderObjects(path.join(root, `store-${(stores += 1)}`)),
  S3: () => s3Objects(s3.target(`store-${(stores += 1)}`), s3.client),
};

const report: NewFile = { name: 'Report.csv', owner: { kind: 'report', id: '7' } };

describeOnEachEngine('files', (db) => {
  describe.each(Object.keys(newStore))('in %s', (kind) => {
    let objects: ObjectStore;
    let files: Files;
    beforeEach(() => {
      objects = newStore[kind]!();
      files = createFiles(db(), objects);
    });
    const readContent = async (id: string) => {
      const found = await files.open(id);
      return found && text(found.body);
    };
    const rows = () => db().kysely.selectFrom('stored_file').selectAll().execute();
    const buildFileKey = (id: string) => `${id.slice(0, 2)}/${id}`;

    it('are returned unchanged, with size, checksum and media type', async () => {
      const stored = await files.put({ ...report, clientId: 3 }, Buffer.from('a,b\n1,2\n'));
      expect(stored).toMatchObject({
        name: 'Report.csv',
        owner: { kind: 'report', id: '7' },
        clientId: 3,
        mediaType: 'text/plain',
        size: 8,
        checksum: '492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470',
        expiresAt: null,
      });
      expect(await files.stat(stored.id)).toEqual(stored);
      expect(await readContent(stored.id)).toBe('a,b\n1,2\n');
    });

    it('can be empty, or larger than one part of a multipart upload', async () => {
      const empty = await files.put(report, Buffer.alloc(0));
      expect([empty.size, await readContent(empty.id)]).toEqual([0, '']);
      const chunks = Array.from({ length: 12 }, () => Buffer.alloc(1024 * 1024, 'x'));
      const large = await files.put({ ...report, mediaType: 'text/csv' }, Readable.from(chunks));
      expect([large.size, large.mediaType]).toEqual([12 * 1024 * 1024, 'text/csv']);
      expect((await readContent(large.id))?.length).toBe(12 * 1024 * 1024);
    });

    it('are stored completely or not at all', async () => {
      const before = (await rows()).length;
      async function* broken() {
        yield Buffer.alloc(6 * 1024 * 1024);
        throw new Error('The reader left.');
      }
      await expect(files.put(report, Readable.from(broken()))).rejects.toThrow('The reader left.');
      expect(await rows()).toHaveLength(before);
    });

    it('have names that are safe in paths and headers', async () => {
      const names = ['../../etc/passwd', 'a\r\nset-cookie: x', '\ud800', '   ', 'x'.repeat(300), 'Größe.pdf'];
      const kept = [];
      for (const name of names) kept.push((await files.put({ ...report, name }, Buffer.from('x'))).name);
      expect(kept).toEqual([
        '.._.._etc_passwd',
        'a__set-cookie: x',
        '\ufffd',
        'file',
        'x'.repeat(200),
        'Größe.pdf',
      ]);
    });

    it('are removed when deleted, and can be deleted again', async () => {
      const { id } = await files.put(report, Buffer.from('x'));
      await files.delete(id);
      await files.delete(id);
      expect(await files.stat(id)).toBeUndefined();
      expect(await objects.size(buildFileKey(id))).toBeUndefined();
      await files.delete('../../elsewhere');
      expect(await files.open('not an id')).toBeUndefined();
    });

    it('cannot be opened if their content is missing', async () => {
      const { id } = await files.put(report, Buffer.from('x'));
      await objects.delete(buildFileKey(id));
      expect(await files.open(id)).toBeUndefined();
    });

    it('are deleted after they expire, as are interrupted uploads', async () => {
      const expired = await files.put(
        { ...report, expiresAt: new Date(Date.now() - 1000) },
        Buffer.from('x'),
      );
      const later = await files.put(
        { ...report, expiresAt: new Date(Date.now() + 3_600_000) },
        Buffer.from('x'),
      );
      const kept = await files.put(report, Buffer.from('x'));
      const interrupted = await files.put(report, Buffer.from('x'));
      await db()
        .kysely.updateTable('stored_file')
        .set({ stored_at: null, created_at: new Date(Date.now() - 25 * 3_600_000) })
        .where('id', '=', interrupted.id)
        .execute();
      expect(await files.open(expired.id)).toBeUndefined();
      expect(await files.deleteExpired({ limit: 1 })).toBe(1);
      expect(await files.deleteExpired()).toBe(1);
      expect(await files.deleteExpired()).toBe(0);
      for (const { id } of [expired, interrupted])
        expect(await objects.size(buildFileKey(id))).toBeUndefined();
      for (const { id } of [later, kept]) expect(await readContent(id)).toBe('x');
      expect(await files.deleteExpired({ now: new Date(Date.now() + 7_200_000) })).toBe(1);
      expect(await files.stat(later.id)).toBeUndefined();
    });
  });
});

describe('a folder of files', () => {
  it('contains no drafts; those of a killed process are deleted with their file', async () => {
    const folder = path.join(root, 'drafts');
    const objects = folderObjects(folder);
    await objects.put('ab/abc', Buffer.from('x'));
    await objects.put('ab/abc.123.draft', Buffer.from('half'));
    await objects.put('ab/abcd', Buffer.from('y'));
    await objects.delete('ab/abc');
    expect(readdirSync(path.join(folder, 'ab'))).toEqual(['abcd']);
  });
});
