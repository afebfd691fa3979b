import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { maxUploadBytes, uploadChunkBytes } from '@readerlens/contract';
import type { Upload } from '@readerlens/contract';
import sharp from 'sharp';
import { buildFileKey } from '../../platform/files/files.ts';
import { withFolderErrors } from '../../platform/files/storage.ts';
import type { LeasedRun } from '../../platform/jobs/index.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { assembleUploadKind } from './assemble-upload.ts';
import { chunkAt, createContent, uploadContent } from './testing/upload-content.ts';
import { chunkCall, hashContent, readCall, uploadsWorld } from './testing/uploads-world.ts';
import type { Logo } from './testing/uploads-world.ts';

describeOnOneEngine('uploads of onboarding forms', (db) => {
  const uploads = uploadsWorld(db);
  const { world, state, place, onForm, multipart, read, fillIn, send, newForm } = uploads;
  const { begin, begun, sendChunk, runJobs, readUpload, uploadSmall, listFiles, get, countStored } = uploads;
  const { addLogos, readLogos } = uploads;
  const download = async (link: string | null | undefined) => (await get(link)).rawPayload;
  const submit = async () => {
    await fillIn();
    expect((await onForm('PATCH /api/onboarding/{id}', 'owner')).status).toBe(200);
  };
  afterEach(() => jest.restoreAllMocks());

  it('puts chunks in any order together, byte for byte', async () => {
    const { uploadId, totalChunks } = await begun();
    expect(totalChunks).toBe(3);
    for (const index of [2, 0, 1]) {
      const answer = await sendChunk(index, { uploadId });
      expect([answer.status, answer.body.data]).toEqual([200, { isFileAssembled: false, fullFileUrl: null }]);
    }
    expect(await listFiles()).toEqual([]);
    await runJobs();
    const [file] = await listFiles();
    expect(file).toMatchObject({ name: 'paper.bin', size: uploadContent.length, isImage: false });
    expect(hashContent(await download(file?.fileUrl))).toBe(hashContent(uploadContent));
    expect(await readUpload(uploadId)).toMatchObject({ isFileAssembled: true });
    // The same chunk again says that the file can be read.
    expect((await sendChunk(2, { uploadId })).body.data).toMatchObject({ isFileAssembled: true });
    expect(await listFiles()).toHaveLength(1);
  });

  it('counts the work on files and logos for the client of the form', async () => {
    const readSeconds = async () => {
      const { payload } = await world().app.inject('/metrics');
      const found = payload.split(`client_background_seconds_total{client_id="${state.clientId}"} `);
      return Number.parseFloat(found[1] ?? '0');
    };
    expect(await readSeconds()).toBe(0);
    await uploadSmall(Buffer.from('paper'));
    const ofFile = await readSeconds();
    expect(ofFile).toBeGreaterThan(0);
    await addLogos(await sharp({ create: blank }).png().toBuffer());
    await runJobs();
    expect(await readSeconds()).toBeGreaterThan(ofFile);
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
    const other = createContent(uploadContent.length, 8);
    for (const index of [0, 1, 2]) await sendChunk(index, {}, chunkAt(index, other));
    await runJobs();
    const [file] = await listFiles();
    expect(hashContent(await download(file?.fileUrl))).toBe(hashContent(other));
  });

  it('makes one file of both last chunks at once', async () => {
    const { uploadId } = await begun();
    await sendChunk(0, { uploadId });
    await Promise.all([1, 2, 2, 1].map((index) => sendChunk(index, { uploadId })));
    await runJobs();
    expect(await listFiles()).toHaveLength(1);
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
    const before = countStored();
    await sendChunk(0, { uploadId, totalChunks: '4' });
    await submit();
    expect((await sendChunk(0, { uploadId })).status).toBe(409);
    expect(countStored()).toBe(before);
  });

  describe('while the database breaks off', () => {
    const breakOff = (): never => {
      throw new Error('Connection terminated unexpectedly');
    };
    /** The next transaction commits, but its answer is lost. */
    const loseNextAnswer = () => {
      const unspied = { ...db() };
      jest.spyOn(db(), 'transaction').mockImplementationOnce(async (work, options) => {
        await unspied.transaction(work, options);
        return breakOff();
      });
    };

    it('keeps a chunk whose transaction may have committed', async () => {
      const { uploadId } = await begun();
      for (const index of [0, 1, 2]) {
        loseNextAnswer();
        expect((await sendChunk(index, { uploadId })).status).toBe(503);
        expect((await sendChunk(index, { uploadId })).status).toBe(200);
      }
      await runJobs();
      const [file] = await listFiles();
      expect(hashContent(await download(file?.fileUrl))).toBe(hashContent(uploadContent));
    });

    it('keeps the last chunk while its answer waits for the file', async () => {
      const { uploadId } = await begun();
      for (const index of [0, 1]) await sendChunk(index, { uploadId });
      jest.spyOn(world().services.jobs, 'wait').mockImplementationOnce(async () => breakOff());
      expect((await sendChunk(2, { uploadId })).status).toBe(503);
      await runJobs();
      const [file] = await listFiles();
      expect(hashContent(await download(file?.fileUrl))).toBe(hashContent(uploadContent));
    });

    it('keeps logos whose transaction may have committed', async () => {
      const image = await sharp({ create: blank }).png().toBuffer();
      loseNextAnswer();
      expect((await addLogos(image)).status).toBe(503);
      await runJobs();
      expect((await readLogos()).map(({ state: each }) => each)).toEqual(['Ready']);
    });
  });

  it('is for the people of the form only', async () => {
    const { uploadId } = await begun();
    const params = { ...place, uploadId };
    expect((await onForm(readCall, 'colleague', { params })).status).toBe(403);
    const chunk = await multipart(chunkCall, 'colleague', { ...place }, { uploadId }, []);
    expect(chunk.status).toBe(403);
  });

  describe('the answer to the last chunk', () => {
    const sendAll = async () => {
      const { uploadId } = await begun();
      for (const index of [0, 1]) await sendChunk(index, { uploadId });
      return (await sendChunk(2, { uploadId })).body.data;
    };

    it('wakes the worker at once, and has the link once the file can be read', async () => {
      let woken = false;
      world().services.jobs.onAdd(() => {
        woken = true;
      });
      const wait = jest.spyOn(world().services.jobs, 'wait').mockImplementation(async () => {
        expect(woken).toBe(true);
        // The third time it looks.
        if (wait.mock.calls.length === 3) await runJobs();
      });
      const answer = (await sendAll()) as Upload;
      expect(answer.isFileAssembled).toBe(true);
      expect(hashContent(await download(answer.fullFileUrl))).toBe(hashContent(uploadContent));
      expect(wait).toHaveBeenCalledTimes(3);
    });

    it('comes after five seconds without it', async () => {
      const wait = jest.spyOn(world().services.jobs, 'wait').mockResolvedValue();
      expect(await sendAll()).toEqual({ isFileAssembled: false, fullFileUrl: null });
      expect(wait.mock.calls.reduce((sum, [ms]) => sum + ms, 0)).toBe(5000);
    });
  });

  describe('a full disk', () => {
    /** The error that the file system gives, as the store reports it. */
    const fillDisk = () =>
      jest.spyOn(world().services.files, 'put').mockImplementation((_file, content) =>
        withFolderErrors('/files', writeFile('/dev/full', content)).then(() => {
          throw new Error('/dev/full has room.');
        }),
      );

    it('is named, and the upload goes on once there is room', async () => {
      const { uploadId } = await begun();
      await sendChunk(0, { uploadId });
      const disk = fillDisk();
      const refused = await sendChunk(1, { uploadId });
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        503,
        'unavailable',
        'The disk of the server is full. Nothing was saved.',
      ]);
      const noLogo = await addLogos(await sharp({ create: blank }).png().toBuffer());
      expect([noLogo.status, await readLogos()]).toEqual([503, []]);
      disk.mockRestore();
      expect((await readUpload(uploadId)).received).toEqual([0]);
      for (const index of [1, 2]) expect((await sendChunk(index, { uploadId })).status).toBe(200);
      await runJobs();
      expect(await listFiles()).toHaveLength(1);
    });

    it('does not end an upload that has arrived: it is put together later', async () => {
      const { uploadId } = await begun();
      for (const index of [0, 1, 2]) await sendChunk(index, { uploadId });
      const disk = fillDisk();
      // Longer than an operator takes.
      for (let hour = 0; hour < 12; hour += 1) await runJobs(hour * 3600);
      expect(await readUpload(uploadId)).toMatchObject({ hasFailed: false, isFileAssembled: false });
      expect(await listFiles()).toEqual([]);
      disk.mockRestore();
      await runJobs(12 * 3600);
      const [file] = await listFiles();
      expect(hashContent(await download(file?.fileUrl))).toBe(hashContent(uploadContent));
    });
  });

  it('refuses the content of another form', async () => {
    const other = await send('POST /api/onboarding', 'staff', { body: newForm() });
    const params = { formId: other.body.data as string };
    const added = await onForm('POST /api/onboarding/{formId}/content', 'owner', {
      params,
      body: { title: 'Other' },
    });
    expect(added.status).toBe(200);
    const own = place.contentId;
    place.contentId = (added.body.data as { id: string }).id;
    const before = countStored();
    expect([(await begin()).status, (await sendChunk(0)).status]).toEqual([404, 404]);
    expect(countStored()).toBe(before);
    place.contentId = own;
  });

  it('refuses a chunk that is on its way while the form is submitted', async () => {
    const { uploadId } = await begun();
    const before = countStored();
    const { files } = world().services;
    const put = files.put.bind(files);
    jest.spyOn(files, 'put').mockImplementationOnce(async (file, content) => {
      const stored = await put(file, content);
      await submit();
      return stored;
    });
    expect((await sendChunk(0, { uploadId })).status).toBe(409);
    expect((await readUpload(uploadId)).received).toEqual([]);
    expect(countStored()).toBe(before);
  });

  it.each([
    ['a GIF that is a script', 'GIF89a=1;<script>run()</script>'],
    ['a page', '<!doctype html><script>run()</script>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="run()"/>'],
    ['a PDF that is a page', '%PDF-1.7\n<html><script>run()</script></html>'],
  ])('keeps the bytes of %s, and no browser runs them', async (_, content) => {
    await uploadSmall(Buffer.from(content));
    const [file] = await listFiles();
    const answer = await get(file?.fileUrl);
    expect(answer.body).toBe(content);
    expect(answer.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
      'content-type': expect.not.stringMatching(/html|svg|xml|script/),
    });
  });

  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\temp\\a.txt', 'C:_temp_a.txt'],
    ['a\u0007b\r\nc.txt', 'a_b__c.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['\u2066a\u2069.pdf', 'a.pdf'],
  ])('shows the file name %j as %j', async (fileName, shown) => {
    const upload = await uploadSmall(Buffer.from('x'), fileName);
    const [file] = await listFiles();
    expect([upload.fileName, file?.name]).toEqual([shown, shown]);
    const disposition = String((await get(file?.fileUrl)).headers['content-disposition']);
    expect(decodeURIComponent(disposition)).toContain(`filename="${shown}"`);
  });

  const blank = { width: 8, height: 4, channels: 3, background: '#0B5C60' } as const;

  /** A PNG whose header claims a size, in a few bytes. */
  const claimPixels = (width: number, height: number): Buffer => {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, sum]);
    };
    const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
    header.writeUInt32BE(width);
    header.writeUInt32BE(height, 4);
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(1000))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  };

  describe('logos', () => {
    const image = (format: 'jpeg' | 'png' | 'gif' | 'webp') =>
      sharp({ create: blank })
        .withExif({ IFD0: { Copyright: 'Somebody' } })
        .toFormat(format)
        .toBuffer();

    it('are shown once they are written again, without metadata and what follows the image', async () => {
      const png = Buffer.concat([await image('png'), Buffer.from('<script>run()</script>')]);
      const answer = await addLogos(png, await image('jpeg'), await image('gif'), await image('webp'));
      expect(answer.status).toBe(200);
      const preparing = answer.body.data as Logo[];
      expect(preparing.map(({ state: each, logoUrl }) => [each, logoUrl])).toEqual(
        Array.from({ length: 4 }, () => ['Preparing', null]),
      );
      expect((await read('owner')).logoUrls).toEqual([]);
      await runJobs();
      const logos = await readLogos();
      expect(logos.map(({ state: each }) => each)).toEqual(['Ready', 'Ready', 'Ready', 'Ready']);
      for (const { name, logoUrl } of logos) {
        expect(name).not.toContain('/');
        const written = await download(logoUrl);
        expect(written.toString('latin1')).not.toMatch(/script|Somebody/);
        expect(await sharp(written).metadata()).toMatchObject({ width: 8, height: 4 });
      }
    });

    it('are upright', async () => {
      // Turned by a quarter, which only the metadata says.
      await addLogos(await sharp({ create: blank }).jpeg().withMetadata({ orientation: 6 }).toBuffer());
      await runJobs();
      const [logo] = await readLogos();
      expect(await sharp(await download(logo?.logoUrl)).metadata()).toMatchObject({ width: 4, height: 8 });
    });

    it.each([
      ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>run()</script></svg>'],
      ['text', 'not an image'],
      ['a PDF', '%PDF-1.7'],
    ])('refuse %s at once, and none is stored', async (_, content) => {
      const before = countStored();
      const answer = await addLogos(await image('png'), content);
      expect([answer.status, answer.body['details']]).toEqual([
        400,
        [{ path: 'file', message: expect.stringContaining('is not an image that can be used') }],
      ]);
      expect([await readLogos(), countStored()]).toEqual([[], before]);
    });

    it.each([
      ['more pixels than memory', claimPixels(30_000, 30_000), 'The image has more than 50 megapixels.'],
      [
        'half an image',
        claimPixels(10, 10).subarray(0, 60),
        'The image cannot be used. Please save it again as a PNG or JPEG file.',
      ],
    ])('say what is wrong with %s', async (_, content, problem) => {
      expect((await addLogos(content)).status).toBe(200);
      await runJobs();
      const [logo] = await readLogos();
      expect(logo).toMatchObject({ state: 'Failed', problem, logoUrl: null });
      expect((await read('owner')).logoUrls).toEqual([]);
    });

    it.each([
      ['its content', (id: string) => rm(path.join(world().services.config.filesStore, buildFileKey(id)))],
      ['all of it', (id: string) => world().services.files.delete(id)],
    ])('say that the file is gone, if %s was removed, and can be added again', async (_, remove) => {
      await addLogos(await image('png'));
      const [preparing] = await readLogos();
      const { file_id } = await db()
        .kysely.selectFrom('onboarding_new_logo')
        .select('file_id')
        .where('id', '=', preparing?.id ?? '')
        .executeTakeFirstOrThrow();
      await remove(file_id);
      await runJobs();
      const problem = 'The file is no longer available. Please upload it again.';
      expect(await readLogos()).toMatchObject([{ state: 'Failed', problem, logoUrl: null }]);
      expect((await addLogos(await image('png'))).status).toBe(200);
      await runJobs();
      expect((await readLogos()).map((logo) => logo.state).toSorted()).toEqual(['Failed', 'Ready']);
    });

    it.each(['before', 'after'])('can be deleted %s they are ready', async (when) => {
      const sweep = () => world().services.files.deleteExpired({ now: new Date(Date.now() + 1000) });
      await sweep();
      const before = countStored();
      await addLogos(await image('webp'));
      if (when === 'after') await runJobs();
      const [logo] = await readLogos();
      const params = { logoId: logo?.id ?? '' };
      const remove = 'DELETE /api/onboarding/{formId}/company-info/logos/{logoId}';
      const answer = await onForm(remove, 'owner', { params });
      expect([answer.status, answer.body.message]).toEqual([200, 'The logo has been deleted']);
      await runJobs();
      expect(state.formId && (await readLogos())).toEqual([]);
      await sweep();
      expect(countStored()).toBe(before);
    });

    it('are ten at most, with those that are being prepared', async () => {
      const png = await image('png');
      expect((await addLogos(...Array.from({ length: 10 }, () => png))).status).toBe(200);
      expect((await addLogos(png)).status).toBe(409);
    });
  });
});
