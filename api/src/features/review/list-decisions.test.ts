import { sql } from 'kysely';
import type { CallData, Calls } from '@readerlens/contract';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { Outcome } from './decide.ts';
import { dayBefore, lastWeek, reviewWorld } from './testing/review-world.ts';
import type { PlannedActivity, PlannedReader } from './testing/review-world.ts';

type Listed = CallData<Calls['GET /api/review-activities/decisions']>;

const listing = 'GET /api/review-activities/decisions';
const blinded = { 'x-readerlens-blinded': 'true' };
const secrets = ['Zenobia', 'Quackenbush', 'zq@secret.example', 'Secret Client'];

describeOnOneEngine('recent decisions', (db) => {
  const world = reviewWorld(db);
  let token: string;
  let clientId: number;
  beforeAll(async () => {
    token = await world().reviewer({ first_name: 'Renée', last_name: 'Größer' });
  });
  beforeEach(async () => {
    clientId = await world().addClient();
  });

  const decide = async (status: string, engagementIds: string[], more = {}) => {
    const body = { engagementIds, customerRequestIds: [], status, ...more };
    const { body: answer } = await world().call('POST /api/review-activities', { token, body });
    return answer.data as Outcome;
  };
  const list = async (query = {}, headers = {}, by = token) => {
    const { status, body } = await world().call(listing, { token: by, query, headers });
    expect([status, body.message]).toEqual([200, '']);
    return body.data as Listed;
  };
  const add = async (planned: Partial<PlannedActivity> = {}, reader: PlannedReader = {}) =>
    world().addActivity({ clientId, readerId: await world().addReader(reader), ...planned });
  const expectSubject = async (id: string | null, headers = {}, by = token) => {
    const [newest] = await list({ size: '1' }, headers, by);
    expect(newest?.id).toBe(id);
    return newest?.subject;
  };

  it('are listed newest first, with their current state', async () => {
    const readerId = await world().addReader({ email: 'List@readers.example' });
    const matching = { ...lastWeek(), status: 'Pending', companyIds: [String(clientId)] };
    await world().addActivity({ clientId, readerId });
    const first = await decide('Rejected', [], { matching, excludeEmails: true });
    const second = await decide('Approved', [await add()]);
    await world().call('POST /api/review-activities/decisions/{id}/reverse', {
      token,
      params: { id: first.decisionId ?? '' },
    });
    const [newest, older] = await list({ size: '2' });
    expect([newest, older]).toEqual([
      {
        id: second.decisionId,
        at: expect.stringMatching(/Z$/),
        by: 'Renée Größer',
        action: 'Approved',
        activities: 1,
        emailsExcluded: 0,
        subject: { reader: 'Ana Ruiz', documentTitle: 'Document 1' },
        reversedAt: null,
        reversedBy: null,
      },
      {
        id: first.decisionId,
        at: expect.any(String),
        by: 'Renée Größer',
        action: 'ExcludedAndRejected',
        activities: 1,
        emailsExcluded: 1,
        subject: { reader: 'Ana Ruiz', documentTitle: 'Document 1' },
        reversedAt: expect.stringMatching(/Z$/),
        reversedBy: 'Renée Größer',
      },
    ]);
  });

  it('are paged, even those with equal times', async () => {
    const ids: (string | null)[] = [];
    for (const _ of [1, 2, 3, 4, 5]) ids.push((await decide('Approved', [await add()])).decisionId);
    await sql`UPDATE review_decision SET at = now() WHERE id = ANY(${ids.slice(1, 4)}::bigint[])`.execute(
      db().kysely,
    );
    const seen: string[] = [];
    const all = (await list({ size: '100' })).map(({ id }) => id);
    for (let page = await list({ size: '2' }); page.length > 0;) {
      seen.push(...page.map(({ id }) => id));
      page = await list({ size: '2', before: seen.at(-1) });
    }
    expect(seen).toEqual(all);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(ids));
  });

  it.each(['x', '0', '-1', '1.5'])('are refused after an invalid decision %p', async (before) => {
    const { status, body } = await world().call(listing, { token, query: { before } });
    expect([status, body.details]).toEqual([
      400,
      [{ path: 'before', message: 'There is no such decision.' }],
    ]);
  });

  it('show their first activity and the number of activities', async () => {
    const documentId = await world().addDocument({ clientId, title: 'Cells' });
    const readerId = await world().addReader({ first: 'Jane', last: 'Doe' });
    await world().addActivity({ clientId, readerId, documentId, isSubsequent: true });
    const initial = await world().addActivity({ clientId, readerId, documentId });
    const more = [await add({}, { first: 'Later' }), await add({}, { first: 'Last' })];
    const { decisionId } = await decide('Rejected', [initial, ...more], { startDate: dayBefore(7) });
    const [newest] = await list({ size: '1' });
    expect(newest).toMatchObject({
      id: decisionId,
      activities: 4,
      subject: { reader: 'Jane Doe', documentTitle: 'Cells' },
    });
  });

  it('name a reader without a name by the e-mail, else by the id', async () => {
    const named = { first: null, last: null, email: 'only@readers.example' };
    const { decisionId } = await decide('Approved', [await add({}, named)]);
    expect(await expectSubject(decisionId)).toMatchObject({ reader: 'only@readers.example' });
    const nobody = await decide('Rejected', [await add({}, { first: null, last: null, email: null })]);
    expect(await expectSubject(nobody.decisionId)).toMatchObject({
      reader: expect.stringMatching(/^Reader \d+$/),
    });
  });

  it('hide activities that are deleted or not visible to the reviewer', async () => {
    const request = await add({ type: 'CustomerRequest' });
    const { decisionId } = await decide('Approved', [], { customerRequestIds: [request] });
    const by = await world().reviewer({ denied_activity_types: ['CustomerRequest'] });
    expect(await expectSubject(decisionId, {}, by)).toBeNull();
    expect(await expectSubject(decisionId)).not.toBeNull();
    await sql`DELETE FROM engagement WHERE client_id = ${clientId}::integer`.execute(db().kysely);
    expect(await expectSubject(decisionId)).toBeNull();
  });

  it('have no activity if nothing was changed', async () => {
    const id = await add({ status: 'Rejected' }, { email: 'only.excluded@readers.example' });
    const more = { excludedEmails: ['only.excluded@readers.example'] };
    const { decisionId } = await decide('Rejected', [id], more);
    expect(await expectSubject(decisionId)).toBeNull();
  });

  it('have the same pseudonyms as the list in Blinded Mode', async () => {
    clientId = await world().addClient('Secret Client');
    const documentId = await world().addDocument({ clientId, title: 'Cells' });
    const secret = { first: 'Zenobia', last: 'Quackenbush', email: 'zq@secret.example' };
    const unnamed = { first: null, last: null, email: 'zq@secret.example' };
    await add({ documentId, status: 'Pending' }, secret);
    await add({ documentId, status: 'Pending' }, unnamed);
    const filter = { status: 'Pending', ...lastWeek(), companyIds: [String(clientId)] };
    const answer = await world().call('POST /api/review-activities-search', {
      token,
      body: filter,
      headers: blinded,
    });
    const { items } = answer.body.data as CallData<Calls['POST /api/review-activities-search']>;
    for (const { id, firstName, lastName } of items) {
      const { decisionId } = await decide('Approved', [id]);
      expect(await expectSubject(decisionId, blinded)).toEqual({
        reader: `${firstName} ${lastName}`,
        documentTitle: 'Cells',
      });
    }
    expect(items).toHaveLength(2);
    const text = JSON.stringify(await list({ size: '100' }, blinded));
    for (const each of secrets) expect(text).not.toContain(each);
    expect(JSON.stringify(await list({ size: '100' }))).toContain('Zenobia Quackenbush');
  });
});
