import { blindedHeader } from '@readerlens/contract';
import type { Annotation, CallKey } from '@readerlens/contract';
import { maxAnnotations } from '@readerlens/contract/annotations';
import { noteOrganizationMessage } from '@readerlens/contract/annotations/messages';
import { sql } from 'kysely';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

describeOnOneEngine('notes on dates', (db) => {
  const world = activityWorld(db);
  let clientId = 0;
  let count = 0;
  const people = { author: '', colleague: '', internal: '', foreign: '' };
  beforeEach(async () => {
    const current = world();
    clientId = await current.add('client', { name: `Client ${(count += 1)}` });
    const other = await current.add('client', { name: `Other ${count}` });
    people.author = await current.tokenOf({
      role: 'Client',
      clients: [clientId],
      communities: [1, 2],
      first_name: 'Ada',
      last_name: 'Author',
    });
    people.colleague = await current.tokenOf({ role: 'Premium', clients: [clientId], communities: [1, 2] });
    people.internal = await current.tokenOf({ role: 'Internal' });
    people.foreign = await current.tokenOf({ role: 'Client', clients: [other] });
  });

  type Person = keyof typeof people;
  const send = async (call: CallKey, by: Person, parts: object) =>
    world().call(call, { token: people[by], ...parts });
  const add = async (by: Person, body: object = {}) =>
    send('POST /api/annotations', by, {
      body: { clientId: String(clientId), date: '2026-03-10', text: 'Campaign starts', ...body },
    });
  const added = async (by: Person, body: object = {}) => {
    const answer = await add(by, body);
    expect(answer.status).toBe(200);
    return answer.body.data as Annotation;
  };
  const change = async (by: Person, id: string, body: object) =>
    send('PATCH /api/annotations/{id}', by, { params: { id }, body });
  const list = async (
    by: Person,
    {
      from = '2026-01-01',
      to = '2026-12-31',
      headers = {},
      orgId,
    }: { from?: string; to?: string; headers?: object; orgId?: string } = {},
  ) => {
    const filters = [
      { field: 'Clients', value: [{ id: String(clientId) }] },
      { field: 'DateRange', value: { from, to } },
    ];
    const body = { filters, ...(orgId ? { orgId } : {}) };
    const answer = await send('POST /api/annotations/search', by, { body, headers });
    expect(answer.status).toBe(200);
    return answer.body.data as Annotation[];
  };

  it('are read by everyone who sees the client, by date', async () => {
    const later = await added('author', { date: '2026-03-11', text: '  Mail\n  sent  ' });
    const first = await added('internal');
    expect(later).toMatchObject({
      clientId: String(clientId),
      date: '2026-03-11',
      text: 'Mail\n  sent',
      author: 'Ada Author',
      mayChange: true,
    });
    for (const by of ['author', 'colleague', 'internal'] as const)
      expect((await list(by)).map(({ id, mayChange }) => [id, mayChange])).toEqual([
        [first.id, by === 'internal'],
        [later.id, by !== 'colleague'],
      ]);
    expect(await list('author', { from: '2026-03-11', to: '2026-03-11' })).toEqual([later]);
    expect(await list('author', { from: '2026-03-12' })).toEqual([]);
  });

  it('are changed and deleted by their author and by staff only', async () => {
    const { id } = await added('author');
    for (const call of ['PATCH /api/annotations/{id}', 'DELETE /api/annotations/{id}'] as const) {
      const body = call.startsWith('PATCH') ? { body: { text: 'Mine' } } : {};
      const { status, body: answer } = await send(call, 'colleague', { params: { id }, ...body });
      expect([status, answer.code]).toEqual([403, 'forbidden']);
    }
    const changed = (await change('author', id, { text: 'New' })).body.data;
    expect(changed).toMatchObject({ id, date: '2026-03-10', text: 'New', author: 'Ada Author' });
    expect((await change('internal', id, { date: '2026-04-01' })).body.data).toMatchObject({
      date: '2026-04-01',
      text: 'New',
      author: 'Ada Author',
    });
    const byStaff = await added('internal');
    expect((await change('author', byStaff.id, { text: 'x' })).status).toBe(403);
    for (const [by, note] of [
      ['author', id],
      ['internal', byStaff.id],
    ] as const) {
      expect((await send('DELETE /api/annotations/{id}', by, { params: { id: note } })).status).toBe(200);
      expect((await change(by, note, { text: 'x' })).status).toBe(404);
    }
    const events = await db()
      .kysely.selectFrom('audit_event')
      .select('action')
      .where(sql<string>`detail->>'client'`, '=', String(clientId))
      .orderBy('id')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'annotation.add',
      'annotation.change',
      'annotation.change',
      'annotation.add',
      'annotation.delete',
      'annotation.delete',
    ]);
  });

  it.each([
    ['text', { text: '' }],
    ['text', { text: ' \n ' }],
    ['text', { text: 'x'.repeat(501) }],
    ['text', { text: 7 }],
    ['date', { date: '2026-02-30' }],
    ['date', { date: '0000-01-01' }],
    ['date', { date: '03/10/26' }],
    ['clientId', { clientId: '999999' }],
    ['clientId', { clientId: 'x' }],
  ])('refuse an invalid %s: %j', async (path, wrong) => {
    const { status, body } = await add('internal', wrong);
    expect([status, body.details]).toEqual([400, [expect.objectContaining({ path })]]);
    if (path === 'clientId') return;
    const { id } = await added('internal');
    expect((await change('internal', id, wrong)).status).toBe(400);
    expect(await list('internal')).toHaveLength(1);
  });

  it('hold 500 characters of any script, as plain text', async () => {
    for (const text of ['😀'.repeat(500), "<b>Bold</b> '; DROP TABLE annotation; --"])
      expect(await added('author', { text })).toMatchObject({ text });
  });

  it('are limited in number', async () => {
    await sql`INSERT INTO annotation (client_id, day, text)
      SELECT ${clientId}, '2026-05-05', 'x' FROM generate_series(2, ${maxAnnotations})`.execute(db().kysely);
    const { id } = await added('author');
    const { status, body } = await add('author');
    expect([status, body.code]).toEqual([409, 'conflict']);
    await send('DELETE /api/annotations/{id}', 'author', { params: { id } });
    await added('author');
  });

  it('have neither text nor author in Blinded Mode', async () => {
    const { id } = await added('author', { text: 'Ask Dr. Secret' });
    const headers = { [blindedHeader]: 'true' };
    const hidden = { id, date: '2026-03-10', text: null, author: null };
    expect(await list('internal', { headers })).toEqual([expect.objectContaining(hidden)]);
    const { body } = await send('PATCH /api/annotations/{id}', 'author', {
      params: { id },
      body: { date: '2026-03-10' },
      headers,
    });
    expect(body.data).toMatchObject(hidden);
    expect(JSON.stringify(body)).not.toMatch(/Secret|Ada/);
  });

  describe('about an organization', () => {
    let organisations: string[] = [];
    let limited = '';

    beforeEach(async () => {
      const current = world();
      organisations = [];
      for (const community_id of [1, 2]) {
        const id = await current.add('organisation', { name: `Org ${count}.${community_id}` });
        const row = { organisation_id: id, community_id };
        const readerId = await current.add('reader', { organisation_id: id });
        await current.addActivity({ clientId, readerId, type: 'Engagement', row });
        organisations.push(String(id));
      }
      limited = await current.tokenOf({ role: 'Client', clients: [clientId], communities: [1] });
    });

    it('are shown with that organization only, beside those about the client', async () => {
      const [orgId, otherId] = organisations;
      const general = await added('author');
      const own = await added('author', { orgId, date: '2026-03-11' });
      expect([general.organizationId, own.organizationId]).toEqual([null, orgId]);
      const readIds = async (of?: string) =>
        (await list('colleague', of ? { orgId: of } : {})).map(({ id }) => id);
      expect(await readIds()).toEqual([general.id]);
      expect(await readIds(orgId)).toEqual([general.id, own.id]);
      expect(await readIds(otherId)).toEqual([general.id]);
      const changed = await change('author', own.id, { text: 'Met them' });
      expect(changed.body.data).toMatchObject({ text: 'Met them', organizationId: orgId });
    });

    it('exist for those only who see an activity of it', async () => {
      const hidden = organisations[1]!;
      const note = await added('colleague', { orgId: hidden });
      const filters = [
        { field: 'Clients', value: [{ id: String(clientId) }] },
        { field: 'DateRange', value: { from: '2026-01-01', to: '2026-12-31' } },
      ];
      const search = { token: limited, body: { filters, orgId: hidden } };
      expect((await world().call('POST /api/annotations/search', search)).body.data).toEqual([]);
      const one = { token: limited, params: { id: note.id } };
      expect((await world().call('DELETE /api/annotations/{id}', one)).status).toBe(404);
      for (const orgId of [hidden, '0', 'x']) {
        const body = { clientId: String(clientId), date: '2026-03-10', text: 'x', orgId };
        const answer = await world().call('POST /api/annotations', { token: limited, body });
        expect([orgId, answer.status, answer.body.details]).toEqual([
          orgId,
          400,
          [{ path: 'orgId', message: noteOrganizationMessage }],
        ]);
      }
    });
  });
});
