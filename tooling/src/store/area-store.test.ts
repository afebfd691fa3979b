import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import type { AreaStore } from './area-store.ts';
import { directoryStore } from './directory-store.ts';
import { openStore } from './open-store.ts';
import { s3Store } from './s3-store.ts';
import { startS3 } from '@readerlens/api/storage/testing';
import type { S3Server } from '@readerlens/api/storage/testing';
import { updateText } from './update-text.ts';

let root: string;
let s3: S3Server;
let stores = 0;

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'store-'));
  s3 = await startS3();
});

afterAll(async () => {
  await s3.close();
  rmSync(root, { recursive: true, force: true });
});

const emptyStores: Record<string, () => AreaStore> = {
  directory: () => directoryStore(path.join(root, `site-${(stores += 1)}`)),
  S3: () => s3Store(s3.target(`site-${(stores += 1)}`), s3.client),
};

describe.each(Object.keys(emptyStores))('the store in %s', (kind) => {
  let store: AreaStore;

  beforeEach(() => {
    store = emptyStores[kind]!();
  });

  it('returns files as they were stored', async () => {
    await store.put('areas/review/1/area.js', Buffer.from('run();'));
    const file = await store.open('areas/review/1/area.js');
    expect(file?.size).toBe(6);
    expect(await text(file!.body)).toBe('run();');
    expect(await store.exists('areas/review/1/area.js')).toBe(true);
    expect(await store.readText('areas/review/1/area.js')).toMatchObject({ text: 'run();' });
  });

  it('removes files, also those that are not there', async () => {
    await store.put('uploads/review/1.json', Buffer.from('{}'));
    await store.remove('uploads/review/1.json');
    await store.remove('uploads/review/1.json');
    expect(await store.exists('uploads/review/1.json')).toBe(false);
  });

  it('returns nothing for missing keys and for folders', async () => {
    await store.put('areas/review/1/area.js', Buffer.from('run();'));
    for (const key of ['registry.json', 'areas/review', 'areas/review/1/area.js/more']) {
      expect(await store.exists(key)).toBe(false);
      expect(await store.readText(key)).toBeUndefined();
      expect(await store.open(key)).toBeUndefined();
    }
  });

  it('replaces a text only if it has not changed since it was read', async () => {
    expect(await store.replaceText('registry.json', 'one', undefined)).toBe(true);
    expect(await store.replaceText('registry.json', 'other', undefined)).toBe(false);
    const { etag } = (await store.readText('registry.json'))!;
    expect(await store.replaceText('registry.json', 'two', etag)).toBe(true);
    expect(await store.replaceText('registry.json', 'three', etag)).toBe(false);
    expect(await store.replaceText('nothing.json', 'one', etag)).toBe(false);
    expect((await store.readText('registry.json'))?.text).toBe('two');
  });

  it('keeps all of many concurrent changes', async () => {
    const add = (n: number) => (known: string | undefined) =>
      JSON.stringify([...(JSON.parse(known ?? '[]') as number[]), n]);
    await Promise.all(Array.from({ length: 12 }, (_, n) => updateText(store, 'registry.json', add(n))));
    const kept = JSON.parse((await store.readText('registry.json'))!.text) as number[];
    expect(kept.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n));
  });

  it('writes nothing if a change throws or has no effect', async () => {
    await updateText(store, 'registry.json', () => 'one');
    const { etag } = (await store.readText('registry.json'))!;
    const refuse = () => {
      throw new Error('not this');
    };
    await expect(updateText(store, 'registry.json', refuse)).rejects.toThrow('not this');
    expect(await updateText(store, 'registry.json', (known) => known!)).toBe('one');
    expect((await store.readText('registry.json'))?.etag).toBe(etag);
  });
});

describe('the store in a directory', () => {
  it('leaves neither temporary files nor locks', async () => {
    const target = path.join(root, 'tidy');
    const store = directoryStore(target);
    await store.put('areas/a/1/a.js', Buffer.from('x'));
    await store.replaceText('registry.json', 'one', undefined);
    expect(readdirSync(target).sort()).toEqual(['areas', 'registry.json']);
    expect(readdirSync(path.join(target, 'areas', 'a', '1'))).toEqual(['a.js']);
  });

  it('replaces a stale lock', async () => {
    const target = path.join(root, 'left-behind');
    mkdirSync(target);
    const lock = path.join(target, 'registry.json.lock');
    writeFileSync(lock, '');
    const before = new Date(Date.now() - 60_000);
    utimesSync(lock, before, before);
    expect(await directoryStore(target).replaceText('registry.json', 'one', undefined)).toBe(true);
    expect(readFileSync(path.join(target, 'registry.json'), 'utf8')).toBe('one');
  });

  it('reports an unusable folder', async () => {
    const file = path.join(root, 'a-file');
    writeFileSync(file, '');
    await expect(directoryStore(file).put('registry.json', Buffer.from(''))).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringContaining(`${file} cannot be used`),
    });
  });
});

describe('the store in S3', () => {
  it('stores response headers, for caches in front of it', async () => {
    const store = s3Store(s3.target('headers'), s3.client);
    await store.put('areas/review/1/area.js.br', Buffer.from('x'));
    await store.replaceText('registry.json', '{}', undefined);
    const head = (key: string) =>
      s3.client.send(new HeadObjectCommand({ Bucket: 'areas', Key: `headers/${key}` }));
    expect(await head('areas/review/1/area.js.br')).toMatchObject({
      ContentType: 'text/javascript; charset=utf-8',
      CacheControl: 'public, max-age=31536000, immutable',
      ContentEncoding: 'br',
    });
    expect(await head('registry.json')).toMatchObject({
      ContentType: 'application/json; charset=utf-8',
      CacheControl: 'no-cache',
    });
  });

  it('rejects a storage that ignores write conditions', async () => {
    const ignoring = await startS3({ conditions: false });
    const store = s3Store(ignoring.target(''), ignoring.client);
    await expect(store.replaceText('registry.json', 'one', undefined)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'no-conditional-writes',
    });
    expect(await store.exists('registry.json')).toBe(false);
    await ignoring.close();
  });

  it('reports an unreachable storage', async () => {
    const gone = await startS3();
    const store = s3Store(gone.target('gone'), gone.client);
    await gone.close();
    await expect(store.readText('registry.json')).rejects.toMatchObject({
      name: 'StoreError',
      code: 'unreachable',
    });
  });

  it('reports a missing bucket', async () => {
    await expect(s3Store('s3://nowhere/areas', s3.client).readText('registry.json')).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringContaining('NoSuchBucket'),
    });
  });

  it.each(['s3://', 's3:bucket', 's3://Bucket_Name/areas'])('rejects the target %s', (target) => {
    expect(() => openStore(target)).toThrow('s3://bucket/prefix');
  });
});
