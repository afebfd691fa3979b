import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blindedHeader } from '@readerlens/contract';
import { unzipSync } from 'fflate';
import { pdfPages } from '../../outputs/activity-sheet/testing/pdf-text.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { uniqueFileNames } from './file-names.ts';
import type { Person } from './testing/onboarding-world.ts';
import { onboardingWorld } from './testing/onboarding-world.ts';
import { createContent } from './testing/upload-content.ts';

const call = 'POST /api/onboarding/{id}/download';
const company = 'PATCH /api/onboarding/{formId}/company-info';
const general = 'PATCH /api/onboarding/{formId}/general-info';

describeOnOneEngine('downloads of onboarding forms', (db) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'downloads-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const { world, state, tokens, onForm, addContent, fillIn } = onboardingWorld(db, { FILES_STORE: folder });
  const paper = createContent(3_000_000, 5);

  /** Adds a file to a content item, or a logo. */
  const addFile = async (name: string, content: Buffer, contentId: string | null) => {
    const { clientId, formId } = state;
    const owner = { kind: 'onboarding-content', id: contentId ?? formId };
    const { id } = await world().services.files.put({ name, owner, clientId }, content);
    await db()
      .kysely.insertInto('onboarding_file')
      .values({
        id,
        form_id: formId,
        client_id: clientId,
        content_id: contentId,
        name,
        media_type: 'application/octet-stream',
        size: content.length,
        created_at: world().services.jobs.clock(),
      })
      .execute();
    return id;
  };
  const link = async (by: Person, format: 'pdf' | 'zip') => {
    const answer = await onForm(call, by, { body: { format } });
    expect(answer.status).toBe(200);
    return answer.body.data as string;
  };
  const open = (url: string) => world().app.inject({ url });
  const readText = async (content: Uint8Array) =>
    (await pdfPages(content)).flatMap(({ lines }) => lines).join('\n');
  const readPdf = async (by: Person) => readText((await open(await link(by, 'pdf'))).rawPayload);
  const readZip = async (by: Person) => {
    const answer = await open(await link(by, 'zip'));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(answer.rawPayload.length),
      'content-disposition': expect.stringMatching(
        /^attachment; filename="Onboarding Norvane \d+\.zip"/,
      ) as string,
    });
    return new Map(
      Object.entries(unzipSync(answer.rawPayload)).map(([name, bytes]) => [name, Buffer.from(bytes)]),
    );
  };
  /** Where the store keeps a file. */
  const stored = (id: string) => {
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith(id),
    );
    return path.join(folder, found ?? '');
  };

  const findStaffId = () => {
    const [, payload = ''] = tokens.staff.split('.');
    return Number((JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string }).sub);
  };

  it('are a PDF of the cards of the preview, with Basic Info for staff only', async () => {
    await fillIn();
    const profile = '<h2>Über uns</h2><p>We filter.</p><ul><li><p>水</p></li><li><p>air</p></li></ul>';
    await onForm(company, 'owner', { body: { profile } });
    await onForm(general, 'staff', { body: { accountManager: 'Mara Manager' } });
    await onForm('POST /api/onboarding/{id}/company-contacts', 'owner', {
      body: [{ firstName: '愛', lastName: 'Löwe', email: 'ai@norvane.example' }],
    });
    const id = await addContent('White paper');
    await addFile('paper.pdf', paper, id);
    await addFile('logo.png', paper, null);
    const [staff, owner] = [await readPdf('staff'), await readPdf('owner')];
    for (const text of [staff, owner])
      expect(text).toMatch(
        /Company Info[^]*Rheingasse 1, Basel, BS[^]*Über uns[^]*We filter\.[^]*-\s水\n- air[^]*logo\.png[^]*愛\sLöwe\nai@norvane\.example[^]*White paper[^]*paper\.pdf/,
      );
    expect(staff).toContain('Mara Manager');
    expect(owner).not.toMatch(/Mara Manager|Basic Info/);
  });

  it('are a zip with that PDF and all files, byte for byte, with names that are safe and unique', async () => {
    const id = await addContent();
    const other = createContent(10, 6);
    await addFile('paper.pdf', paper, id);
    await addFile('PAPER.pdf', other, await addContent('Again'));
    await addFile('..\\con.\u202Efdp.exe', other, id);
    await addFile('logo.png', other, null);
    const zip = await readZip('owner');
    expect([...zip.keys()].toSorted()).toEqual([
      'Content/PAPER (2).pdf',
      'Content/_con.fdp.exe',
      'Content/paper.pdf',
      'Logos/logo.png',
      'Onboarding form.pdf',
    ]);
    expect(zip.get('Content/paper.pdf')?.equals(paper)).toBe(true);
    expect(zip.get('Content/PAPER (2).pdf')?.equals(other)).toBe(true);
    expect(await readText(zip.get('Onboarding form.pdf')!)).not.toContain('Basic Info');
    expect(await readText((await readZip('staff')).get('Onboarding form.pdf')!)).toContain('Basic Info');
  });

  it('name what is not available in a text file', async () => {
    const id = await addContent();
    await addFile('paper.pdf', paper, id);
    const gone = await addFile('gone.pdf', paper, id);
    await world().services.files.delete(gone);
    const zip = await readZip('staff');
    expect(zip.get('Missing files.txt')?.toString()).toContain('Content/gone.pdf');
    expect(zip.has('Content/gone.pdf')).toBe(false);
    expect(zip.get('Content/paper.pdf')?.equals(paper)).toBe(true);
  });

  it('leave out a file that was not scanned for whom it is held, and name it', async () => {
    const id = await addContent();
    const held = await addFile('held.pdf', paper, id);
    await addFile('logo.png', paper, null);
    await db().kysely.updateTable('onboarding_file').set({ is_held: true }).execute();
    const forOwner = await readZip('owner');
    expect([...forOwner.keys()].toSorted()).toEqual(['Missing files.txt', 'Onboarding form.pdf']);
    expect(forOwner.get('Missing files.txt')?.toString()).toMatch(/Content\/held\.pdf[^]*Logos\/logo\.png/);
    expect((await readZip('staff')).get('Content/held.pdf')?.equals(paper)).toBe(true);
    const allow = 'POST /api/onboarding/{formId}/file/{fileId}/allow';
    await onForm(allow, 'staff', { params: { fileId: held } });
    expect([...(await readZip('owner')).keys()]).toContain('Content/held.pdf');
  });

  it('break the connection if a file cannot be read to its end', async () => {
    const id = await addContent();
    await addFile('first.pdf', paper, id);
    const lost = await addFile('lost.pdf', paper, id);
    rmSync(stored(lost));
    const url = await link('staff', 'zip');
    await world().app.listen({ port: 0 });
    const address = world().app.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const read = async () => (await fetch(`http://127.0.0.1:${port}${url}`)).arrayBuffer();
    await expect(read()).rejects.toThrow('terminated');
  });

  it('are refused in Blinded Mode, to others, and once their person may no longer see the form', async () => {
    const body = { format: 'zip' };
    const blinded = await onForm(call, 'staff', { body, headers: { [blindedHeader]: 'true' } });
    expect(blinded.status).toBe(403);
    expect((await onForm(call, 'colleague', { body })).status).toBe(403);
    const url = await link('staff', 'pdf');
    const userId = findStaffId();
    await db().kysely.updateTable('app_user').set({ role: 'Client' }).where('id', '=', userId).execute();
    expect((await open(url)).statusCode).toBe(403);
    await db().kysely.updateTable('app_user').set({ is_active: false }).where('id', '=', userId).execute();
    expect((await open(url)).statusCode).toBe(404);
    expect((await open(`${url}x`)).statusCode).toBe(400);
  });
});

it.each([
  [
    ['a.txt', 'A.txt', 'a.txt'],
    ['a.txt', 'A (2).txt', 'a (3).txt'],
  ],
  [
    ['nul.txt', '', '..', 'a/b', 'a. '],
    ['nul_.txt', '_', '_ (2)', 'a_b', 'a'],
  ],
])('%j become %j', (names, expected) => {
  expect(names.map(uniqueFileNames())).toEqual(expected);
});
