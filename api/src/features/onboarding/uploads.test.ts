import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { maxUploadBytes, uploadChunkBytes } from '@readerlens/contract';
import type { Upload } from '@readerlens/contract';
import sharp from 'sharp';
import type { LeasedRun } from '../../platform/jobs/index.ts';
import { createTestRunner } from '../../platform/jobs/testing/test-runner.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { assembleUploadKind } from './assemble-upload.ts';
import { onboardingWorld } from './testing/onboarding-world.ts';
import { chunkAt, createContent, uploadContent } from './testing/upload-content.ts';

const chunkCall = 'POST /api/onboarding/{formId}/content/{contentId}/file/chunk';
const beginCall = 'POST /api/onboarding/{formId}/content/{contentId}/file/upload';
const readCall = 'GET /api/onboarding/{formId}/content/{contentId}/file/upload/{uploadId}';
const logosCall = 'POST /api/onboarding/{formId}/company-info/logos';

describeOnOneEngine('uploads of onboarding forms', (db) => {
  const files = mkdtempSync(path.join(tmpdir(), 'uploads-'));
  afterAll(() => rmSync(files, { recursive: true, force: true }));
  const { world, state, onForm, multipart, read, addContent, fillIn } = onboardingWorld(db, {
    FILES_STORE: files,
  });
  const bytes = uploadContent;
  let contentId = '';
  beforeEach(async () => {
    contentId = await addContent();
  });

  const begin = async (more: object = {}) =>
    onForm(beginCall, 'owner', {
      params: { contentId },
      body: { fileName: 'paper.bin', fileSize: bytes.length, fingerprint: 'f1', ...more },
    });
  const begun = async () => (await begin()).body.data as Upload;
  const sendChunk = (
    index: number,
    fields: Record<string, string> = {},
    content: Uint8Array = chunkAt(index),
  ) =>
    multipart(
      chunkCall,
      'owner',
      { contentId },
      { fileName: 'paper.bin', chunkIndex: String(index), totalChunks: '3', ...fields },
      [{ field: 'file', name: 'blob', content }],
    );
  const runJobs = async () => {
    const runner = createTestRunner(db(), world().services.jobs.clock, [
      assembleUploadKind(world().services),
    ]);
    await runner.runDue();
    await runner.stop();
  };
  const readUpload = async (uploadId: string) =>
    (await onForm(readCall, 'owner', { params: { contentId, uploadId } })).body.data as Upload;
  const download = async (link: string) => (await world().app.inject({ url: link })).rawPayload;
  const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

  it('puts chunks in any order together, byte for byte', async () => {
    const { uploadId, totalChunks } = await begun();
    expect(totalChunks).toBe(3);
    for (const index of [2, 0, 1]) {
      const answer = await sendChunk(index, { uploadId });
      expect([answer.status, answer.body.data]).toEqual([200, { isFileAssembled: false, fullFileUrl: null }]);
    }
    expect((await read('owner')).content[0]?.uploadedFileUrls).toEqual([]);
    await runJobs();
    const [file] = (await read('owner')).content[0]?.uploadedFileUrls ?? [];
    expect(file).toMatchObject({ name: 'paper.bin', size: bytes.length, isImage: false });
    expect(hash(await download(file?.fileUrl ?? ''))).toBe(hash(bytes));
    expect(await readUpload(uploadId)).toMatchObject({ isFileAssembled: true });
    // The same chunk again says that the file can be read.
    expect((await sendChunk(2, { uploadId })).body.data).toMatchObject({ isFileAssembled: true });
    expect((await read('owner')).content[0]?.uploadedFileUrls).toHaveLength(1);
  });

  it('continues on another device: begins with the open upload of the same file', async () => {
    const { uploadId } = await begun();
    await sendChunk(1, { uploadId });
    expect((await begin()).body.data).toMatchObject({ uploadId, received: [1] });
    const other = (await begin({ fingerprint: 'f2' })).body.data as Upload;
    expect(other.uploadId).not.toBe(uploadId);
  });

  it('takes the documented fields alone; another first chunk of the name begins again', async () => {
    await sendChunk(0);
    await sendChunk(1);
    const other = createContent(bytes.length, 8);
    for (const index of [0, 1, 2]) await sendChunk(index, {}, chunkAt(index, other));
    await runJobs();
    const [file] = (await read('owner')).content[0]?.uploadedFileUrls ?? [];
    expect(hash(await download(file?.fileUrl ?? ''))).toBe(hash(other));
  });

  it('makes one file of both last chunks at once', async () => {
    const { uploadId } = await begun();
    await sendChunk(0, { uploadId });
    await Promise.all([1, 2, 2, 1].map((index) => sendChunk(index, { uploadId })));
    await runJobs();
    expect((await read('owner')).content[0]?.uploadedFileUrls).toHaveLength(1);
  });

  it.each([
    ['an index outside the total', 3, {}, undefined, 400],
    ['an index that is no number', 0, { chunkIndex: '-1' }, undefined, 400],
    ['another total', 0, { totalChunks: '4' }, undefined, 409],
    ['too many chunks', 0, { totalChunks: '251' }, undefined, 413],
    ['a chunk that is not full', 0, {}, Buffer.alloc(10), 400],
    ['a chunk that is too large', 0, {}, Buffer.alloc(uploadChunkBytes + 1), 400],
    ['a last chunk of another size', 2, {}, Buffer.alloc(1235), 400],
    ['an unknown upload', 0, { uploadId: 'x' }, undefined, 404],
  ] as const)('refuses %s', async (_, index, fields, content, status) => {
    const { uploadId } = await begun();
    const sent = content ?? (index === 3 ? Buffer.alloc(uploadChunkBytes) : chunkAt(index));
    expect((await sendChunk(index, { uploadId, ...fields }, sent)).status).toBe(status);
    expect((await readUpload(uploadId)).received).toEqual([]);
  });

  it('refuses another content under an index that has arrived, and keeps the first', async () => {
    const { uploadId } = await begun();
    await sendChunk(0, { uploadId });
    const again = await sendChunk(0, { uploadId }, createContent(uploadChunkBytes, 9));
    expect(again.status).toBe(409);
    expect((await sendChunk(0, { uploadId })).status).toBe(200);
    expect((await readUpload(uploadId)).received).toEqual([0]);
  });

  it('says that the chunks are no file, and begins again with the same file', async () => {
    const { uploadId } = await begun();
    for (const index of [0, 1, 2]) await sendChunk(index, { uploadId });
    const kind = assembleUploadKind(world().services);
    const run = { ownerId: uploadId } as LeasedRun;
    await db().transaction(async (trx) => kind.onFailed?.(trx, run, 'A chunk no longer exists.'));
    expect(await readUpload(uploadId)).toMatchObject({ hasFailed: true, isFileAssembled: false });
    expect((await begin()).body.data).toMatchObject({ received: [], hasFailed: false });
  });

  it('names the limit of 500 MB in words', async () => {
    const answer = await begin({ fileSize: maxUploadBytes + 1 });
    expect([answer.status, answer.body.message]).toEqual([413, 'The file is larger than 500 MB.']);
  });

  it('leaves nothing of a chunk that is refused, or that arrives after the form is submitted', async () => {
    const { uploadId } = await begun();
    const count = () =>
      readdirSync(files, { recursive: true, encoding: 'utf8' }).filter((name) =>
        statSync(path.join(files, name)).isFile(),
      ).length;
    const before = count();
    await sendChunk(0, { uploadId, totalChunks: '4' });
    await fillIn();
    await onForm('PATCH /api/onboarding/{id}', 'owner');
    expect((await sendChunk(0, { uploadId })).status).toBe(409);
    expect(count()).toBe(before);
  });

  it('is for the people of the form only', async () => {
    const { uploadId } = await begun();
    const params = { contentId, uploadId };
    expect((await onForm(readCall, 'colleague', { params })).status).toBe(403);
    const chunk = await multipart(chunkCall, 'colleague', { contentId }, { uploadId }, []);
    expect(chunk.status).toBe(403);
  });

  describe('logos', () => {
    const image = (format: 'jpeg' | 'png' | 'gif' | 'webp') =>
      sharp({ create: { width: 8, height: 4, channels: 3, background: '#0B5C60' } })
        .withExif({ IFD0: { Copyright: 'Somebody' } })
        .toFormat(format)
        .toBuffer();
    const add = (...contents: Uint8Array[]) =>
      multipart(
        logosCall,
        'owner',
        {},
        {},
        contents.map((content, index) => ({ field: 'file', name: `../logo${index}.png`, content })),
      );

    it('are written again, without metadata and what follows the image', async () => {
      const png = Buffer.concat([await image('png'), Buffer.from('<script>run()</script>')]);
      const answer = await add(png, await image('jpeg'));
      expect(answer.status).toBe(200);
      const logos = answer.body.data as { name: string; logoUrl: string }[];
      expect(logos).toHaveLength(2);
      for (const { name, logoUrl } of logos) {
        expect(name).not.toContain('/');
        const written = await download(logoUrl);
        expect(written.toString('latin1')).not.toMatch(/script|Somebody/);
        expect(await sharp(written).metadata()).toMatchObject({ width: 8, height: 4 });
      }
    });

    it.each([
      ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>run()</script></svg>'],
      ['text', 'not an image'],
      ['a PDF', '%PDF-1.7'],
    ])('refuse %s, and none is stored', async (_, content) => {
      const answer = await add(await image('png'), Buffer.from(content));
      expect([answer.status, answer.body['details']]).toEqual([
        400,
        [{ path: 'file', message: expect.stringContaining('is not an image that can be used') }],
      ]);
      expect((await read('owner')).logoUrls).toEqual([]);
    });

    it('can be deleted', async () => {
      const [logo] = (await add(await image('webp'))).body.data as { id: string }[];
      const params = { logoId: logo?.id ?? '' };
      const remove = 'DELETE /api/onboarding/{formId}/company-info/logos/{logoId}';
      const answer = await onForm(remove, 'owner', { params });
      expect([answer.status, answer.body.message]).toEqual([200, 'The logo has been deleted']);
      expect(state.formId && (await read('owner')).logoUrls).toEqual([]);
    });
  });
});
