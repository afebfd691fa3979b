import { addUser, describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { partStart, pdfHead, preview, share, shareWorld, to } from './testing/share-world.ts';

describeOnOneEngine('the request to share an activity', (db) => {
  const world = shareWorld(db);
  afterEach(() => jest.useRealTimers());

  it('accepts a form with a payload, and only checks the PDF’s file type', async () => {
    const { status } = await world().sendForm([
      ['name="payload"', JSON.stringify(world().payload())],
      [pdfHead, Buffer.concat([Buffer.from('%PDF-1.7 of the browser'), Buffer.alloc(200_000)])],
    ]);
    expect(status).toBe(200);
    const { mail } = await world().delivered();
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Activity Report.pdf']);
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString('latin1')).not.toContain(
      'of the browser',
    );
  });

  it('accepts a form with a field for each key', async () => {
    const fields = Object.entries(world().payload()).map(
      ([name, value]) =>
        [`name="${name}"`, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    );
    expect(await world().sendForm(fields)).toMatchObject({ status: 200, body: { data: { recipients: 3 } } });
  });

  it.each([
    ['a payload that is not JSON', [['name="payload"', '{']], 400, 'payload'],
    ['an invalid payload', [['name="payload"', '{"subject":"a"}']], 400, 'activityReportId'],
    [
      'a payload with too many levels',
      [['name="payload"', `${'['.repeat(5000)}${']'.repeat(5000)}`]],
      400,
      undefined,
    ],
    ['addresses that are not JSON', [['name="addresses"', 'ana']], 400, 'addresses'],
    ['a file that is not a PDF', [[pdfHead, '<html>']], 400, 'activityPdf'],
    ['an empty PDF', [[pdfHead, '']], 400, 'activityPdf'],
    ['a PDF that is too large', [[pdfHead, Buffer.alloc(21 * 1024 * 1024, '%PDF-')]], 413, 'activityPdf'],
    ['a payload that is too large', [['name="payload"', 'x'.repeat(300_000)]], 413, 'payload'],
    ['another file', [['name="virus"; filename="a.exe"', 'MZ']], 400, 'virus'],
  ] as const)('refuses a form with %s', async (_, parts, status, path) => {
    expect(await world().sendForm(parts)).toMatchObject({
      status,
      body: { success: false, ...(path === undefined ? {} : { details: [{ path }] }) },
    });
    expect(await world().queued()).toEqual([]);
  });

  it.each([
    ['a broken form', `${partStart('name="payload"')}{`],
    ['no form at all', ''],
  ])('refuses %s', async (_, content) => {
    expect((await world().sendBytes(content)).status).toBe(400);
  });

  const rows = (count: number) => Array.from({ length: count }, (_, index) => to(`R${index}`));
  it.each([
    ['21 recipients', { addresses: rows(21) }, 'addresses'],
    ['no recipient', { addresses: [{ ...to('Ana'), type: 'From' }] }, 'addresses'],
    ['an empty list', { addresses: [] }, 'addresses'],
    ['no name', { addresses: [to('Ana'), { ...to('Bo'), name: ' ' }] }, 'addresses.1.name'],
    ['no e-mail', { addresses: [{ ...to('Ana'), email: '' }] }, 'addresses.0.email'],
    ['a bad e-mail', { addresses: [to('Ana'), { ...to('Bo'), email: 'bo@' }] }, 'addresses.1.email'],
    ['another type', { addresses: [{ ...to('Ana'), type: 'ReplyTo' }] }, 'addresses.0.type'],
    [
      'headers in a name',
      { addresses: [{ ...to('Ana'), name: 'A\r\nBcc: x@y.example' }] },
      'addresses.0.name',
    ],
    [
      'headers in an e-mail',
      { addresses: [{ ...to('Ana'), email: 'a@b.example\r\nBcc: x@y.example' }] },
      'addresses.0.email',
    ],
    ['headers in a subject', { subject: 'A\r\nBcc: x@y.example' }, 'subject'],
    ['a subject with reversed text', { subject: 'A \u202egnp.exe' }, 'subject'],
    ['a blank subject', { subject: ' ' }, 'subject'],
    ['no subject', { subject: '' }, 'subject'],
    ['a body that is too long', { body: 'x'.repeat(50_001) }, 'body'],
  ])('refuses to send and to preview %s, and reports the path', async (_, more, path) => {
    for (const call of ['send', 'preview'] as const)
      expect(await world()[call](more)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', details: [{ path }] },
      });
    expect(await world().queued()).toEqual([]);
  });

  it('returns the error messages of the form', async () => {
    const readMessage = async (address: object) =>
      (await world().send({ addresses: [{ ...to('Ana'), ...address }] })).body.message;
    expect(await readMessage({ email: 'x' })).toBe('Invalid Email Address');
    expect(await readMessage({ name: '' })).toBe('Name Is Required');
  });

  it('accepts twenty recipients, not counting the sender', async () => {
    const from = { ...to('Boss'), type: 'From' };
    expect((await world().send({ addresses: [from, ...rows(20)] })).body.data).toEqual({ recipients: 20 });
  });

  it('limits the recipients of one user per hour, and says so', async () => {
    const token = await world().tokenFor(await addUser(db(), { role: 'Internal' }));
    const send = (mail: number, count: number) =>
      world().call(share, {
        token,
        body: world().payload({
          addresses: Array.from({ length: count }, (_, index) => to(`M${mail}R${index}`)),
          attachReportPdf: false,
        }),
      });
    setDate(Date.now());
    for (let mail = 0; mail < 10; mail += 1) expect((await send(mail, 20)).status).toBe(200);
    const { status, body } = await send(10, 1);
    expect([status, body.message]).toEqual([
      429,
      'The limit of emails that one person sends is reached: 200 per hour and 500 per day. Please try again in 60 minutes.',
    ]);
    expect(await world().queued()).toHaveLength(10);
  });

  it('treats an id without a type as a customer request', async () => {
    const plain = world().activityReportId.replace('CustomerRequest-', '');
    expect((await world().send({ activityReportId: plain })).status).toBe(200);
  });

  it.each(['CustomerRequest-1-999999', 'Webinar-1-1', 'nonsense', '%00'])(
    'does not find activity %s',
    async (id) => {
      expect((await world().send({ activityReportId: id })).status).toBe(404);
      expect((await world().preview({ activityReportId: id })).status).toBe(404);
    },
  );

  it('is described as JSON and as a form', async () => {
    const { paths } = (await world().app.inject('/api/openapi.json')).json<{
      paths: Record<string, { post: { requestBody: { content: object } } }>;
    }>();
    expect(
      Object.keys(paths['/api/analytics/share-individual-activity']?.post.requestBody.content ?? {}),
    ).toEqual(['application/json', 'multipart/form-data']);
  });

  it('is limited to staff and the activity types that they may read', async () => {
    const client = await world().tokenFor(await addUser(db(), { role: 'Premium' }));
    const denied = await world().tokenFor(
      await addUser(db(), { role: 'Internal', denied_activity_types: ['CustomerRequest'] }),
    );
    for (const call of [share, preview] as const) {
      expect((await world().call(call, { token: client, body: world().payload() })).status).toBe(403);
      expect((await world().call(call, { token: denied, body: world().payload() })).status).toBe(404);
    }
    expect(await world().queued()).toEqual([]);
  });
});
