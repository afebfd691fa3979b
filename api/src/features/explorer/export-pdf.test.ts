import { addUser, describeOnOneEngine } from '../../platform/testing/index.ts';
import { pdfPages } from '../../outputs/activity-sheet/testing/pdf-text.ts';
import { person, sheetWorld } from '../../outputs/activity-sheet/testing/sheet-world.ts';

describeOnOneEngine('the PDF of activities', (db) => {
  const world = sheetWorld(db);

  const post = async (body: object, headers: Record<string, string> = {}) =>
    world().app.inject({
      method: 'POST',
      url: '/api/analytics/export-pdf',
      headers: { authorization: `Bearer ${await world().staff()}`, ...headers },
      payload: body,
    });
  const exportPages = async (body: object, headers?: Record<string, string>) => {
    const answer = await post(body, headers);
    expect(answer.statusCode).toBe(200);
    return pdfPages(answer.rawPayload);
  };

  it('has a page per activity, in the requested order, with all contents of its sheet', async () => {
    const one = await world().share({ specifics: 'Please call me.\nTomorrow.' });
    const other = await world().share({ type: 'Webinar', quality: 3 });
    const pages = await exportPages({ itemIds: [other, one] });
    expect(pages.map(({ lines }) => lines[2])).toEqual([
      'Webinar from Biologics',
      'Customer Request from Biologics',
    ]);
    const sorted = await exportPages({
      itemIds: [other, one],
      sort: { field: 'activityType', order: 'asc' },
    });
    expect(sorted.map(({ lines }) => lines[2])).toEqual([
      'Customer Request from Biologics',
      'Webinar from Biologics',
    ]);
    expect(pages[1]?.lines).toEqual([
      'Readerlens',
      'March 04, 2026',
      'Customer Request from Biologics',
      'Reader Details',
      'NAME',
      'Юлия Größer',
      'JOB TITLE',
      person.title,
      'COMPANY',
      person.company,
      'EMAIL',
      person.email,
      'ADDRESS',
      person.address,
      'PHONE',
      person.phone,
      'Engagement Details',
      'ACTIVITY TYPE',
      'Customer Request',
      'CONTENT TITLE',
      'Scaling up perfusion',
      'https://biologics.example/library/perfusion?x=1',
      'REQUEST RECEIVED FROM',
      'https://biologics.example',
      "BUYER'S JOURNEY",
      'Unclassified',
      'QUALITY SCORE',
      '2',
      'Quality 2',
      'Specifics',
      'Please call me.',
      'Tomorrow.',
      'Need help?',
      'support@example.com',
      'Knowledge Base',
    ]);
    expect(pages[1]?.links).toEqual([
      `mailto:${person.email}`,
      'https://biologics.example/library/perfusion?x=1',
      'https://biologics.example/library/perfusion?x=1',
      'https://biologics.example/',
      'mailto:support@example.com',
      'https://example.com/help',
    ]);
  });

  it('is a file with the time in its name', async () => {
    const { headers, rawPayload } = await post({ itemIds: [await world().share()] });
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toMatch(/filename="activities_\d{8}_\d{4}\.pdf"/);
    expect(rawPayload.byteLength).toBeLessThan(150_000);
  });

  it('states that a customer request has no notes, and omits empty specifics', async () => {
    const ids = [await world().share(), await world().share({ type: 'Webinar' })];
    const [request, webinar] = await exportPages({ itemIds: ids });
    expect(request?.lines).toContain('This customer did not enter any notes when they filled out the form');
    expect(webinar?.lines).not.toContain('Specifics');
  });

  it('shows free text, and structured specifics as questions and answers', async () => {
    const id = await world().share({ type: 'Webinar', specifics: 'all words' });
    const specifics = {
      notes: 'Please call me.',
      questions: [{ question: 'Does it scale?', answer: 'To 2,000 litres.', answeredBy: 'Ola Berg' }],
      polls: [{ question: 'Which method?', answers: ['Perfusion', 'Fed-batch'] }],
      registrationQuestions: [{ question: 'How many staff?' }],
    };
    await db()
      .kysely.updateTable('engagement_detail')
      .set({ specifics })
      .where('engagement_id', '=', Number(id.split('-').at(-1)))
      .execute();
    const [page] = await exportPages({ itemIds: [id] });
    const from = page?.lines.indexOf('Specifics') ?? 0;
    expect(page?.lines.slice(from, -3)).toEqual([
      'Specifics',
      'Please call me.',
      'Questions Asked by Reader',
      '[Q] Does it scale?',
      '[A] To 2,000 litres. (Ola Berg)',
      'Polls',
      '[Q] Which method?',
      '[A] Perfusion, Fed-batch',
      'Registration Questions',
      '[Q] How many staff?',
    ]);
  });

  it('continues a long activity on further pages, without losing a line', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => `Line ${index} of a long note.`);
    const id = await world().share({ specifics: lines.join('\n') });
    const pages = await exportPages({ itemIds: [id, await world().share()] });
    expect(pages).toHaveLength(5);
    const all = pages.slice(0, 4).flatMap((page) => page.lines);
    expect(all.filter((line) => line.startsWith('Line '))).toEqual(lines);
    expect(pages[1]?.lines[0]).toBe('Customer Request from Biologics (continued)');
    expect(pages[3]?.lines.at(-1)).toBe('Knowledge Base');
    expect(pages[4]?.lines[0]).toBe('Readerlens');
  });

  it.each([
    ['the browser is blinded', {}, { 'x-readerlens-blinded': 'true' }],
    ['it is requested', { blindReaderAndCompany: true }, {}],
  ])('has pseudonyms when %s', async (_, body, headers) => {
    const id = await world().share({ specifics: 'I am Юлия, call me.' });
    const answer = await post({ itemIds: [id], ...body }, headers);
    const [page] = await pdfPages(answer.rawPayload);
    const text = page?.lines.join('\n') ?? '';
    expect(text).toMatch(/Reader \d+\n.*\n.*\nCOMPANY\nCompany\nEMAIL\nreader\d+@example\n/);
    expect(text).toContain('+** ** *** ****');
    expect(text).toContain('Specifics are hidden in Blinded Mode');
    for (const secret of Object.values(person).filter((value) => value !== person.title))
      expect(text).not.toContain(secret);
    const event = await db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'detail'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(event).toEqual({ action: 'activities.export-pdf', detail: { activities: 1, masked: true } });
  });

  it('links only to web addresses, and accepts letters of other scripts', async () => {
    const documentId = await world().addDocument({ clientId: world().clientId, title: '漢字 😀 שלום' });
    await db()
      .kysely.updateTable('document')
      .set({ url: 'javascript:alert(1)' })
      .where('id', '=', documentId)
      .execute();
    const [page] = await exportPages({ itemIds: [await world().share({ documentId })] });
    expect(page?.links).toEqual([
      `mailto:${person.email}`,
      'mailto:support@example.com',
      'https://example.com/help',
    ]);
    expect(page?.lines).not.toContain('REQUEST RECEIVED FROM');
  });

  it('is refused with the number of activities that are not visible', async () => {
    const [visible, pending] = [await world().share(), await world().share({ status: 'Pending' })];
    const wrongType = visible.replace('CustomerRequest', 'Webinar');
    for (const other of [pending, wrongType, 'Webinar-1-999999']) {
      const answer = await post({ itemIds: [other, visible] });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        404,
        { message: '1 of the 2 activities do not exist or are not available to you.' },
      ]);
      expect((await post({ itemIds: [other] })).statusCode).toBe(404);
    }
    const malformed = await post({ itemIds: [visible, 'nonsense'] });
    expect([malformed.statusCode, malformed.json()]).toMatchObject([
      400,
      { details: [{ path: 'itemIds.1' }] },
    ]);
    const stranger = await world().tokenFor(await addUser(db(), { role: 'Client' }));
    const refused = await post({ itemIds: [visible] }, { authorization: `Bearer ${stranger}` });
    expect(refused.statusCode).toBe(404);
  });

  it.each([
    ['no ids', { itemIds: [] }],
    ['too many', { itemIds: Array.from({ length: 501 }, (_, index) => `Webinar-1-${index + 1}`) }],
    ['one twice', { itemIds: ['Webinar-1-1', 'Webinar-1-1'] }],
    ['something else', { itemIds: ['Webinar-1-1'], columns: [] }],
  ])('is refused for %s', async (_, body) => {
    const answer = await post(body);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid_input' }]);
  });
});
