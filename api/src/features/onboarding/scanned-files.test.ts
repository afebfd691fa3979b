import sharp from 'sharp';
import { eicar, startScanServer } from '../../platform/testing/scan-server.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { uploadsWorld } from './testing/uploads-world.ts';

const allowCall = 'POST /api/onboarding/{formId}/file/{fileId}/allow';
const virusText = 'The file contains a virus. It was deleted.';

describeOnOneEngine('files of onboarding forms with a virus scanner', (db) => {
  let server: Awaited<ReturnType<typeof startScanServer>>;
  beforeAll(async () => {
    server = await startScanServer();
  });
  afterAll(() => server.stop());
  const {
    world,
    onForm,
    send,
    state,
    uploadSmall,
    listFiles,
    addLogos,
    readLogos,
    runJobs,
    get,
    countStored,
  } = uploadsWorld(db, () => ({ SCAN_ADDRESS: `127.0.0.1:${server.port}`, SCAN_MAX_BYTES: '1024' }));
  beforeEach(() => {
    server.state.mode = 'scan';
  });

  const sweep = () => world().services.files.deleteExpired({ now: new Date(Date.now() + 1000) });
  const readAudit = async (action: string) => {
    const rows = await db()
      .kysely.selectFrom('audit_event')
      .selectAll()
      .where('action', '=', action)
      .execute();
    return rows.filter(({ detail }) => (detail as { form?: string }).form === state.formId);
  };
  const png = () => sharp({ create: { width: 8, height: 4, channels: 3, background: '#0B5C60' } }).png();

  it('are there for everybody when they are clean', async () => {
    expect(await uploadSmall(Buffer.from('clean'))).toMatchObject({ isFileAssembled: true, problem: null });
    expect((await get((await listFiles())[0]?.fileUrl)).body).toBe('clean');
    await addLogos(await png().toBuffer());
    await runJobs();
    expect(await readLogos()).toMatchObject([{ state: 'Ready', isHeld: false }]);
  });

  it('are deleted when they are infected; who uploaded it is told, and it is recorded', async () => {
    await sweep();
    const before = countStored();
    const upload = await uploadSmall(Buffer.from(eicar));
    expect(upload).toMatchObject({
      isFileAssembled: false,
      fullFileUrl: null,
      hasFailed: true,
      problem: virusText,
    });
    expect(await listFiles()).toEqual([]);
    await addLogos(Buffer.concat([await png().toBuffer(), Buffer.from(eicar)]));
    await runJobs();
    expect(await readLogos()).toMatchObject([{ state: 'Failed', problem: virusText, logoUrl: null }]);
    await sweep();
    expect(countStored()).toBe(before);
    expect(await readAudit('onboarding.file-infected')).toMatchObject([
      { actor_id: state.ownerId, detail: { file: 'paper.bin' } },
      { actor_id: state.ownerId, detail: { file: 'logo0.png' } },
    ]);
  });

  it.each(['close', 'limit', 'too large'] as const)(
    'are for staff alone when they were not scanned (%s), until staff allow them',
    async (why) => {
      if (why !== 'too large') server.state.mode = why;
      const content = Buffer.alloc(why === 'too large' ? 1025 : 10, 'x');
      expect(await uploadSmall(content)).toMatchObject({ isFileAssembled: true, fullFileUrl: null });
      const [file] = await listFiles();
      expect(file).toMatchObject({ isHeld: true, fileUrl: null });
      const [forStaff] = await listFiles('staff');
      expect((await get(forStaff?.fileUrl)).body).toBe(content.toString());
      const allow = { params: { fileId: file?.id ?? '' } };
      expect((await onForm(allowCall, 'owner', allow)).status).toBe(403);
      expect((await onForm(allowCall, 'staff', allow)).status).toBe(200);
      expect((await onForm(allowCall, 'staff', allow)).status).toBe(200);
      const [allowed] = await listFiles();
      expect(allowed?.isHeld).toBe(false);
      expect((await get(allowed?.fileUrl)).body).toBe(content.toString());
      expect(await readAudit('onboarding.file-allowed')).toHaveLength(1);
    },
  );

  it('hold logos, too, and allow them', async () => {
    server.state.mode = 'close';
    await addLogos(await png().toBuffer());
    await runJobs();
    const [logo] = await readLogos();
    expect(logo).toMatchObject({ state: 'Ready', isHeld: true, logoUrl: null });
    await onForm(allowCall, 'staff', { params: { fileId: logo?.id ?? '' } });
    expect(await readLogos()).toMatchObject([{ isHeld: false, logoUrl: expect.any(String) }]);
  });

  it('are allowed in their own form only', async () => {
    server.state.mode = 'close';
    await uploadSmall(Buffer.from('x'));
    const [file] = await listFiles();
    const params = { formId: '00000000-0000-4000-8000-000000000000', fileId: file?.id ?? '' };
    expect((await send(allowCall, 'staff', { params })).status).toBe(404);
    expect((await onForm(allowCall, 'staff', { params: { fileId: 'x' } })).status).toBe(404);
  });
});
