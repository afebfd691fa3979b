import * as xlsx from 'xlsx';
import { pdfPages } from '../../outputs/activity-sheet/testing/pdf-text.ts';
import { person } from '../../outputs/activity-sheet/testing/sheet-world.ts';
import { addUser, describeOnOneEngine } from '../../platform/testing/index.ts';
import { preview, share, shareWorld, to } from './testing/share-world.ts';

describeOnOneEngine('sharing an activity', (db) => {
  const world = shareWorld(db);

  it('is mailed to all recipients, without revealing hidden ones', async () => {
    const answer = await world().send();
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: 'Report shared successfully', data: { recipients: 3 } },
    });
    const { received, mail } = await world().delivered();
    expect(received.to).toEqual(['ana@partners.example', 'bo@partners.example', 'cy@partners.example']);
    expect(received.source).not.toMatch(/cy@partners|^Bcc:/im);
    const author = { name: 'Renée Ólafsdóttir', address: 'renee@company.example' };
    expect(mail).toMatchObject({
      from: author,
      replyTo: [author],
      sender: { address: 'no-reply@readerlens.example' },
      to: [{ name: 'Ana', address: 'ana@partners.example' }],
      cc: [{ name: 'Bo', address: 'bo@partners.example' }],
      subject: 'A request for you – Größe Ω',
    });
    expect(mail.html).toContain('Hello <strong>Ana</strong>');
    expect(mail.html).not.toMatch(/script|alert/);
    expect(mail.text).toMatch(
      /^Hello Ana\n\nCustomer Request from Biologics\nMarch 04, 2026 · Scaling up perfusion\n/,
    );
    expect(mail.text).toContain('Renée Ólafsdóttir (renee@company.example) shared this activity with you');
  });

  it('has the report attached as a PDF', async () => {
    await world().send();
    const { mail } = await world().delivered();
    expect(mail.attachments).toMatchObject([
      { filename: 'Activity Report.pdf', mimeType: 'application/pdf' },
    ]);
    const [page] = await pdfPages(new Uint8Array(mail.attachments[0]?.content as ArrayBuffer));
    expect(page?.lines).toEqual(expect.arrayContaining(['Юлия Größer', person.email, 'Please call me.']));
  });

  it('can also have the report attached as a spreadsheet', async () => {
    await world().send({ attachReportExcel: true });
    const { mail } = await world().delivered();
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([
      'Activity Report.xlsx',
      'Activity Report.pdf',
    ]);
    const book = xlsx.read(mail.attachments[0]?.content);
    const [sheet = ''] = book.SheetNames;
    const rows = xlsx.utils.sheet_to_json<Record<string, string>>(book.Sheets[sheet] ?? {});
    expect(rows).toMatchObject([
      { 'Reference Number': world().activityReportId, 'Last Name': 'Größer', Email: person.email },
    ]);
  });

  it('has no attachments by default', async () => {
    await world().send({ attachReportPdf: false });
    expect((await world().delivered()).mail.attachments).toEqual([]);
  });

  it('is sent by the session user, regardless of the request', async () => {
    const from = { type: 'From', name: 'The Boss', email: 'boss@company.example' };
    expect((await world().send({ addresses: [from, to('Ana')] })).body.data).toEqual({ recipients: 1 });
    const { received, mail } = await world().delivered();
    expect([mail.from?.address, received.to]).toEqual(['renee@company.example', ['ana@partners.example']]);
    expect(received.source).not.toContain('boss@');
  });

  it('is sent by the impersonated user, and audited with both identities', async () => {
    const admin = await addUser(db(), { role: 'Admin' });
    const user = await addUser(db(), { role: 'Internal', first_name: 'Ida', last_name: 'Imp' });
    const started = await world().call('POST /api/auth/impersonate', {
      token: await world().tokenFor(admin),
      body: { targetUserId: String(user.id) },
    });
    const answer = await world().call(share, {
      token: started.body.token as string,
      body: world().payload(),
    });
    expect(answer.status).toBe(200);
    expect((await world().delivered()).mail.from).toMatchObject({ name: 'Ida Imp', address: user.email });
    const event = await world().lastShare();
    expect(event).toMatchObject({ actor_id: admin.id, subject_id: user.id });
  });

  it('is audited with its recipients', async () => {
    await world().send();
    const event = await world().lastShare();
    expect(event.detail).toEqual({
      activity: world().activityReportId,
      recipients: 3,
      to: [
        { type: 'To', address: 'ana@partners.example' },
        { type: 'Cc', address: 'bo@partners.example' },
        { type: 'Bcc', address: 'cy@partners.example' },
      ],
      attachments: ['Activity Report.pdf'],
      masked: false,
    });
  });

  it('has a preview identical to the mail', async () => {
    const { body } = await world().preview();
    expect(await world().queued()).toEqual([]);
    expect(body.data).toEqual({
      from: 'Renée Ólafsdóttir <renee@company.example>',
      subject: 'A request for you – Größe Ω',
      html: expect.stringContaining('Hello <strong>Ana</strong>'),
      text: expect.stringContaining('Hello Ana'),
      attachments: [{ name: 'Activity Report.pdf', type: 'application/pdf', size: expect.any(Number) }],
    });
    await world().send();
    const [mail] = await world().queued();
    const shown = body.data as { html: string; text: string };
    expect([mail?.html_body, mail?.text_body]).toEqual([shown.html, shown.text]);
  });

  it('has titles and names as text, whatever they contain', async () => {
    const markup = '<img src=x onerror=alert(1)> & more';
    const { title } = await db().kysely.selectFrom('document').select('title').executeTakeFirstOrThrow();
    await db().kysely.updateTable('document').set({ title: markup }).execute();
    const author = await addUser(db(), { role: 'Internal', first_name: markup });
    const answer = await world().call(preview, {
      token: await world().tokenFor(author),
      body: world().payload(),
    });
    await db().kysely.updateTable('document').set({ title }).execute();
    const { html, text } = answer.body.data as { html: string; text: string };
    expect(html).not.toContain('<img');
    expect(html.split('&lt;img src=x onerror=alert(1)&gt; &amp; more')).toHaveLength(4);
    expect(text.split(markup)).toHaveLength(4);
  });

  it('does not identify the reader in Blinded Mode, not even in typed text', async () => {
    const blinded = { 'x-readerlens-blinded': 'true' };
    const more = {
      subject: `About юлия größer of ${person.company}`,
      body: `<p>Dear Ms <em>Größer</em>, Юлия&nbsp;Größer of Kestrel &amp; Co, ${person.company} &amp; <a href="mailto:${person.email}">${person.email}</a>, ${person.phone}</p>`,
    };
    const files = { attachReportExcel: true };
    const shown = await world().preview({ ...more, ...files }, blinded);
    await world().send({ ...more, ...files }, blinded);
    const { mail } = await world().delivered();
    expect(mail.subject).toMatch(/^About Reader (\d+) of Company$/);
    expect(shown.body.data).toMatchObject({ subject: mail.subject });
    const [excel, pdf] = mail.attachments.map(({ content }) => new Uint8Array(content as ArrayBuffer));
    const [page] = await pdfPages(pdf ?? new Uint8Array());
    const everything = [
      JSON.stringify(shown.body),
      mail.subject,
      mail.html,
      mail.text,
      page?.lines.join('\n'),
      JSON.stringify(xlsx.read(excel).Sheets),
    ];
    const secrets = [person.email, person.company, person.phone, 'Юлия', 'Größer', 'Kestrel', person.address];
    for (const text of everything)
      for (const secret of secrets) expect(text?.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(mail.html).toMatch(/ href="mailto:reader\d+@example"/);
    const { detail } = await world().lastShare();
    expect(detail).toMatchObject({ masked: true });
  });
});
