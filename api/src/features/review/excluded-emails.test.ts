import { importText, temporaryFiles } from '../../data/import/testing/import-files.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { Outcome } from './decide.ts';
import { lastWeek, noon, reviewWorld } from './testing/review-world.ts';

const files = temporaryFiles();
let count = 0;

describeOnOneEngine('excluded e-mails', (db) => {
  const world = reviewWorld(db);
  let token: string;
  let clientId: number;
  beforeAll(async () => {
    token = await world().reviewer();
  });
  beforeEach(async () => {
    clientId = await world().addClient();
  });

  const decide = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await world().call('POST /api/review-activities', {
      token,
      body: { engagementIds: [], customerRequestIds: [], status: 'Rejected', ...body },
    });
    expect([status, answer.message]).toEqual([200, '']);
    return answer.data as Outcome;
  };
  const reverse = async (id: string | null) => {
    const { body } = await world().call('POST /api/review-activities/decisions/{id}/reverse', {
      token,
      params: { id: id ?? '' },
    });
    return body.data as Outcome;
  };
  const add = async (email: string | null, planned = {}) =>
    world().addActivity({ clientId, readerId: await world().addReader({ email }), ...planned });
  const exclude = async (email: string) =>
    decide({ engagementIds: [await add(email)], excludedEmails: [email] });
  const isKept = async (email: string) => {
    const rows = await db()
      .kysely.selectFrom('excluded_email')
      .select('email')
      .where('email', '=', email)
      .execute();
    return rows.length > 0;
  };
  /** Imports one activity with an e-mail and returns its status, reason and approved date. */
  const arrives = async (email: string, row: Record<string, string> = {}) => {
    const id = `arrival-${(count += 1)}`;
    const line = {
      external_id: id,
      occurred_at: noon(1),
      client: `Importer ${clientId}`,
      community: 'Biologics',
      document_external_id: 'doc',
      reader_email: email,
      ...row,
    };
    await importText(db(), files, `${JSON.stringify(line)}\n`);
    const found = await db()
      .kysely.selectFrom('engagement')
      .select(['client_id', 'id'])
      .where('external_id', '=', id)
      .executeTakeFirstOrThrow();
    return world().stateOf(`${found.client_id}-${found.id}`);
  };
  const rejected = { status: 'Rejected', reason: 'RejectedByOtherFilters', approvedAt: null };

  it('are kept in lower case, and counted once', async () => {
    const ids = [
      await add('One@x.example'),
      await add('two@x.example'),
      await add('one@X.example'),
      await add(null),
    ];
    const emails = ['ONE@x.example', 'one@x.example', 'Two@x.example'];
    const outcome = await decide({ engagementIds: ids, excludedEmails: emails });
    expect(outcome).toMatchObject({ activitiesUpdated: 4, emailsExcluded: 2 });
    expect([await isKept('one@x.example'), await isKept('two@x.example')]).toEqual([true, true]);
    const again = await decide({
      engagementIds: [await add('one@x.example')],
      excludedEmails: emails.slice(0, 1),
    });
    expect(again).toMatchObject({ activitiesUpdated: 1, emailsExcluded: 0 });
  });

  it('must belong to selected activities, otherwise nothing is changed', async () => {
    const id = await add('mine@x.example');
    await add('other@x.example');
    const { status, body } = await world().call('POST /api/review-activities', {
      token,
      body: {
        engagementIds: [id],
        customerRequestIds: [],
        status: 'Rejected',
        excludedEmails: ['mine@x.example', 'other@x.example'],
      },
    });
    expect([status, body.details]).toMatchObject([400, [{ path: 'excludedEmails.1' }]]);
    expect([await isKept('mine@x.example'), (await world().stateOf(id)).status]).toEqual([false, 'Pending']);
  });

  it('are excluded even if their activity can no longer be changed', async () => {
    const id = await add('late@x.example', { status: 'Rejected' });
    const outcome = await decide({ engagementIds: [id], excludedEmails: ['late@x.example'] });
    expect(outcome).toMatchObject({ activitiesUpdated: 0, emailsExcluded: 1, skippedCount: 1 });
    expect(outcome.decisionId).not.toBeNull();
    expect(await reverse(outcome.decisionId)).toMatchObject({ activitiesUpdated: 0, emailsExcluded: 1 });
    expect(await isKept('late@x.example')).toBe(false);
  });

  it('of all matching activities are excluded by a flag', async () => {
    for (const email of ['All.a@x.example', 'all.b@x.example', null]) await add(email);
    await add('all.c@x.example', { status: 'Approved' });
    const matching = { ...lastWeek(), status: 'Pending', companyIds: [String(clientId)] };
    const outcome = await decide({ matching, excludeEmails: true });
    expect(outcome).toMatchObject({ activitiesUpdated: 3, emailsExcluded: 2, skippedCount: 0 });
    expect(await Promise.all(['all.a', 'all.b', 'all.c'].map((name) => isKept(`${name}@x.example`)))).toEqual(
      [true, true, false],
    );
  });

  it('make later imported activities rejected, regardless of their status', async () => {
    await exclude('Out@x.example');
    expect(await arrives('out@X.example')).toEqual(rejected);
    expect(await arrives('OUT@x.example', { status: 'Approved', approved_at: noon(0) })).toEqual(rejected);
    expect(await arrives('out@x.example', { status: 'Pending', activity_type: 'CustomerRequest' })).toEqual(
      rejected,
    );
    const said = { status: 'Rejected', reject_reason: 'RejectedByBadWordsFilter' };
    expect(await arrives('out@x.example', said)).toEqual(rejected);
    expect(await arrives('in@x.example')).toMatchObject({ status: 'Approved', reason: null });
  });

  it('do not affect activities that are not reviewed', async () => {
    await exclude('guest@x.example');
    expect(await arrives('guest@x.example', { activity_type: 'Webinar' })).toMatchObject({
      status: 'Approved',
    });
    expect(await arrives('guest@x.example', { activity_type: 'Event' })).toMatchObject({
      status: 'Approved',
    });
  });

  it('are accepted again once all decisions that exclude them are reversed', async () => {
    const first = await exclude('back@x.example');
    const second = await exclude('back@x.example');
    expect([first.emailsExcluded, second.emailsExcluded]).toEqual([1, 0]);
    expect(await reverse(first.decisionId)).toMatchObject({ emailsExcluded: 0 });
    expect(await arrives('back@x.example')).toEqual(rejected);
    expect(await reverse(second.decisionId)).toMatchObject({ emailsExcluded: 1 });
    expect(await arrives('back@x.example')).toMatchObject({ status: 'Approved' });
  });
});

describeOnOneEngine('an import', (db) => {
  const world = reviewWorld(db);

  it('imports the reject reason or the approved date', async () => {
    const rows = [
      { status: 'Rejected', reject_reason: 'Rejected by bad words filter', approved_at: noon(1) },
      { status: 'Approved', reject_reason: 'RejectedManually', approved_at: noon(1) },
      { status: 'Pending', reject_reason: 'RejectedManually', approved_at: noon(1) },
      { trackable_url_id: 'link-1' },
    ].map((row, index) => ({
      external_id: `r${index}`,
      occurred_at: noon(2),
      client: 'Reasons Ltd',
      community: 'Biologics',
      document_external_id: 'doc',
      reader_external_id: `reader ${index}`,
      ...row,
    }));
    await importText(db(), files, rows.map((row) => JSON.stringify(row)).join('\n'));
    const ids = await db()
      .kysely.selectFrom('engagement')
      .select(['client_id', 'id'])
      .orderBy('external_id')
      .execute();
    const states = await Promise.all(ids.map(({ client_id, id }) => world().stateOf(`${client_id}-${id}`)));
    expect(states).toEqual([
      { status: 'Rejected', reason: 'RejectedByBadWordsFilter', approvedAt: null },
      { status: 'Approved', reason: null, approvedAt: new Date(noon(1)) },
      { status: 'Pending', reason: null, approvedAt: null },
      { status: 'Approved', reason: null, approvedAt: null },
    ]);
    const details = await db().kysely.selectFrom('engagement_detail').select('trackable_url_id').execute();
    expect(details).toEqual([{ trackable_url_id: 'link-1' }]);
  });
});
