import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { Outcome } from './decide.ts';
import { dayBefore, lastWeek, noon, reviewWorld } from './testing/review-world.ts';
import type { PlannedActivity } from './testing/review-world.ts';

describeOnOneEngine('a decision', (db) => {
  const world = reviewWorld(db);
  let token: string;
  beforeAll(async () => {
    token = await world().reviewer({ first_name: 'Renée', last_name: 'Größer' });
  });

  const decide = async (body: Record<string, unknown>, by = token) => {
    const { status, body: answer } = await world().call('POST /api/review-activities', {
      token: by,
      body: { engagementIds: [], customerRequestIds: [], ...body },
    });
    expect([status, answer.message]).toEqual([200, '']);
    return answer.data as Outcome;
  };
  const approve = (ids: string[], more = {}) => decide({ engagementIds: ids, status: 'Approved', ...more });
  const reject = (ids: string[], more = {}) => decide({ engagementIds: ids, status: 'Rejected', ...more });

  /** Adds activities of a new client, by default with one reader each. */
  const activities = async (...planned: Partial<PlannedActivity>[]) => {
    const clientId = await world().addClient();
    const ids: string[] = [];
    for (const each of planned)
      ids.push(await world().addActivity({ clientId, readerId: await world().addReader(), ...each }));
    return ids;
  };
  /** Adds an initial activity and subsequent ones of one reader with one document. */
  const visits = async (...planned: Partial<PlannedActivity>[]) => {
    const readerId = await world().addReader();
    const [first = {}, ...rest] = planned;
    return activities(
      { readerId, at: noon(6), ...first },
      ...rest.map((each) => ({ readerId, isSubsequent: true, ...each })),
    );
  };

  it('approves pending and rejected activities as of now', async () => {
    const ids = await activities(
      { status: 'Pending' },
      { status: 'Rejected', reason: 'RejectedByBadWordsFilter' },
      { status: 'RejectedAfterApproval', reason: 'RejectedManually' },
    );
    const before = Date.now();
    const outcome = await approve(ids);
    expect(outcome).toMatchObject({
      activitiesUpdated: 3,
      subsequentUpdated: 0,
      emailsExcluded: 0,
      skippedCount: 0,
      skipped: [],
      decisionId: expect.stringMatching(/^\d+$/),
    });
    for (const id of ids) {
      const { status, reason, approvedAt } = await world().stateOf(id);
      expect([status, reason]).toEqual(['Approved', null]);
      // The clock of a server may differ a little.
      expect(approvedAt?.getTime()).toBeGreaterThan(before - 10_000);
      expect(approvedAt?.getTime()).toBeLessThan(Date.now() + 10_000);
    }
  });

  it('rejects pending and approved activities, by a person', async () => {
    const [pending = '', ...approved] = await activities(
      { status: 'Pending' },
      { status: 'Approved', approvedAt: noon(1) },
      { status: 'EditAfterApproval', approvedAt: noon(1) },
    );
    expect(await reject([pending, ...approved])).toMatchObject({ activitiesUpdated: 3, skippedCount: 0 });
    const expected = { reason: 'RejectedManually', approvedAt: null };
    expect(await world().stateOf(pending)).toEqual({ status: 'Rejected', ...expected });
    for (const id of approved)
      expect(await world().stateOf(id)).toEqual({ status: 'RejectedAfterApproval', ...expected });
  });

  it.each([
    ['Approved', 'Approved'],
    ['Approved', 'EditAfterApproval'],
    ['Rejected', 'Rejected'],
    ['Rejected', 'RejectedAfterApproval'],
  ] as const)('%s leaves what is %s, and says so', async (status, present) => {
    const [done = '', open = ''] = await activities({ status: present }, { status: 'Pending' });
    const outcome = await decide({ engagementIds: [done, open], status });
    expect(outcome).toMatchObject({ activitiesUpdated: 1, skippedCount: 1 });
    expect(outcome.skipped).toEqual([
      { id: done, reason: 'notAllowed', message: expect.stringMatching(/^It is [A-Z][a-zA-Z ]+ already\.$/) },
    ]);
    expect((await world().stateOf(done)).status).toBe(present);
  });

  it('succeeds without changes, and is not stored', async () => {
    const [id = ''] = await activities({ status: 'Approved' });
    const before = await db().kysely.selectFrom('review_decision').select('id').execute();
    const unknown = ['77-1', 'x', '0', '1-2-3', '99999999999-1', `${id.split('-')[0]}-99999999999999`];
    const outcome = await approve([...unknown, id]);
    expect(outcome).toMatchObject({ activitiesUpdated: 0, skippedCount: 7, decisionId: null });
    expect(outcome.skipped.map(({ reason }) => reason).sort()).toEqual([
      'notAllowed',
      ...unknown.map(() => 'notFound'),
    ]);
    expect(await db().kysely.selectFrom('review_decision').select('id').execute()).toEqual(before);
  });

  it('interprets an id according to its list', async () => {
    const [id = ''] = await activities({ type: 'CustomerRequest' });
    expect((await approve([id])).skipped).toMatchObject([{ id, reason: 'notFound' }]);
    expect(await decide({ customerRequestIds: [id], status: 'Approved' })).toMatchObject({
      activitiesUpdated: 1,
    });
    const [webinar = ''] = await activities({ type: 'Webinar' });
    const both = { engagementIds: [webinar], customerRequestIds: [webinar], status: 'Rejected' };
    expect(await decide(both)).toMatchObject({ activitiesUpdated: 0, skippedCount: 2 });
  });

  it('reports an id in both lists once as changed, once as skipped', async () => {
    const [id = ''] = await activities({});
    const both = { engagementIds: [id], customerRequestIds: [id], status: 'Approved' };
    const { activitiesUpdated, skippedCount, skipped } = await decide(both);
    expect([activitiesUpdated, skippedCount]).toEqual([1, 1]);
    expect(skipped).toMatchObject([{ id, reason: 'notFound' }]);
  });

  it('skips activities changed by another reviewer, with name and time', async () => {
    const [id = ''] = await activities({});
    const seen = { [id]: 'Pending' };
    await approve([id], { seen });
    const other = await world().reviewer({ first_name: 'Olof', last_name: 'Other' });
    const late = await decide({ engagementIds: [id], status: 'Rejected', seen }, other);
    expect(late).toMatchObject({ activitiesUpdated: 0, skippedCount: 1 });
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [AP]M UTC`;
    expect(late.skipped).toEqual([
      {
        id,
        reason: 'changed',
        message: expect.stringMatching(`^It was changed to Approved by Renée Größer on ${time}.$`),
      },
    ]);
    const unseen = await decide({ engagementIds: [id], status: 'Approved' }, other);
    expect(unseen.skipped).toEqual([
      {
        id,
        reason: 'notAllowed',
        message: expect.stringMatching(`^It is Approved already, by Renée Größer on ${time}.$`),
      },
    ]);
    const agreed = await decide(
      { engagementIds: [id], status: 'Rejected', seen: { [id]: 'Approved' } },
      other,
    );
    expect(agreed).toMatchObject({ activitiesUpdated: 1 });
  });

  it('lists the first hundred skipped activities, and counts all', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `999-${index + 1}`);
    const outcome = await approve(ids);
    expect(outcome.skippedCount).toBe(250);
    expect(outcome.skipped.map(({ id }) => id)).toEqual(ids.slice(0, 100));
  });

  describe('on an initial activity', () => {
    it('approves pending and cascaded subsequent ones, from the start date on', async () => {
      const [initial = '', ...rest] = await visits(
        {},
        { at: noon(4) },
        { at: `${dayBefore(3)}T00:00:00.000Z` },
        { at: noon(2), status: 'Rejected', reason: 'RejectedWithPrimary', type: 'CustomerRequest' },
        { at: noon(2), status: 'RejectedAfterApproval', reason: 'RejectedWithPrimary' },
        { at: noon(2), status: 'Rejected', reason: 'RejectedManually' },
        { at: noon(2), status: 'Rejected', reason: 'RejectedByOtherFilters' },
        { at: noon(2), status: 'Rejected' },
      );
      expect(await approve([initial], { startDate: dayBefore(3) })).toMatchObject({
        activitiesUpdated: 4,
        subsequentUpdated: 3,
        skippedCount: 0,
      });
      expect(await world().statusesOf([initial, ...rest])).toEqual([
        'Approved',
        'Pending',
        'Approved',
        'Approved',
        'Approved',
        'Rejected',
        'Rejected',
        'Rejected',
      ]);
    });

    it('also rejects the subsequent ones that are not rejected yet', async () => {
      const [initial = '', ...rest] = await visits(
        { status: 'Approved' },
        { status: 'Pending' },
        { status: 'Approved', approvedAt: noon(1) },
        { status: 'EditAfterApproval' },
        { status: 'Rejected', reason: 'RejectedByBadWordsFilter' },
      );
      expect(await reject([initial], { startDate: dayBefore(7) })).toMatchObject({
        activitiesUpdated: 4,
        subsequentUpdated: 3,
      });
      expect(await Promise.all([initial, ...rest].map((id) => world().stateOf(id)))).toEqual([
        { status: 'RejectedAfterApproval', reason: 'RejectedManually', approvedAt: null },
        { status: 'Rejected', reason: 'RejectedWithPrimary', approvedAt: null },
        { status: 'RejectedAfterApproval', reason: 'RejectedWithPrimary', approvedAt: null },
        { status: 'RejectedAfterApproval', reason: 'RejectedWithPrimary', approvedAt: null },
        { status: 'Rejected', reason: 'RejectedByBadWordsFilter', approvedAt: null },
      ]);
    });

    it('leaves the subsequent ones unchanged without a start date', async () => {
      const [initial = '', next = ''] = await visits({}, {});
      expect(await approve([initial])).toMatchObject({ activitiesUpdated: 1, subsequentUpdated: 0 });
      expect((await world().stateOf(next)).status).toBe('Pending');
    });

    it('counts a subsequent one that is selected as well once', async () => {
      const [initial = '', selected = '', other = ''] = await visits({}, {}, {});
      expect(await reject([selected, initial], { startDate: dayBefore(7) })).toMatchObject({
        activitiesUpdated: 3,
        subsequentUpdated: 1,
        skippedCount: 0,
      });
      expect((await world().stateOf(selected)).reason).toBe('RejectedManually');
      expect((await world().stateOf(other)).reason).toBe('RejectedWithPrimary');
    });

    it('does not cascade to a selected and skipped one, or from a skipped initial one', async () => {
      const [initial = '', selected = ''] = await visits({}, {});
      const stale = { seen: { [initial]: 'Pending', [selected]: 'Rejected' }, startDate: dayBefore(7) };
      const outcome = await approve([initial, selected], stale);
      expect(outcome).toMatchObject({ activitiesUpdated: 1, subsequentUpdated: 0, skippedCount: 1 });
      expect(outcome.skipped).toMatchObject([
        { id: selected, reason: 'changed', message: 'It is Pending by now.' },
      ]);
      const again = await approve([initial], { startDate: dayBefore(7) });
      expect(again).toMatchObject({ activitiesUpdated: 0, skippedCount: 1 });
      expect((await world().stateOf(selected)).status).toBe('Pending');
    });

    it('is limited to the reader, the document and the client', async () => {
      const [readerId, otherReader] = [await world().addReader(), await world().addReader()];
      const [clientId, otherClient] = [await world().addClient(), await world().addClient()];
      const add = (planned: Partial<PlannedActivity>) =>
        world().addActivity({ clientId, readerId, ...planned });
      const initial = await add({});
      const others = [
        await add({ isSubsequent: true, readerId: otherReader }),
        await add({ isSubsequent: true, documentId: 2 }),
        await add({ isSubsequent: true, clientId: otherClient }),
        await add({ isSubsequent: true, type: 'Webinar' }),
        await add({ isSubsequent: false }),
      ];
      const next = await add({ isSubsequent: true });
      expect(await approve([initial], { startDate: dayBefore(7) })).toMatchObject({ activitiesUpdated: 2 });
      expect((await world().stateOf(next)).status).toBe('Approved');
      expect(new Set(await world().statusesOf(others))).toEqual(new Set(['Pending']));
      expect(await approve([next], { startDate: dayBefore(7) })).toMatchObject({ activitiesUpdated: 0 });
    });
  });

  describe('on all matching activities', () => {
    it('changes only matching activities and their subsequent ones', async () => {
      const readerId = await world().addReader();
      const ids = await activities(
        { readerId },
        {},
        { readerId, isSubsequent: true },
        { status: 'Approved' },
        { at: noon(20) },
        { source: 'editorial' },
      );
      const companyIds = [ids[0]?.split('-')[0]];
      const matching = { ...lastWeek(), status: 'Pending', companyIds, activitySource: 'Web' };
      const outcome = await decide({ matching, status: 'Rejected', startDate: dayBefore(7) });
      expect(outcome).toMatchObject({
        activitiesUpdated: 3,
        subsequentUpdated: 1,
        skippedCount: 0,
        skipped: [],
      });
      expect(await world().statusesOf(ids)).toEqual([
        'Rejected',
        'Rejected',
        'Rejected',
        'Approved',
        'Pending',
        'Pending',
      ]);
      const again = await decide({ matching, status: 'Rejected' });
      expect(again).toMatchObject({ activitiesUpdated: 0, skippedCount: 0, decisionId: null });
    });

    it('changes only what the text matches, which in Blinded Mode are no real names', async () => {
      const ids = await activities({ readerId: await world().addReader({ first: 'Zenobia' }) }, {});
      const companyIds = [ids[0]?.split('-')[0]];
      const matching = { ...lastWeek(), status: 'Pending', companyIds, query: 'zenob' };
      const blinded = await world().call('POST /api/review-activities', {
        token,
        headers: { 'x-readerlens-blinded': 'true' },
        body: { engagementIds: [], customerRequestIds: [], matching, status: 'Rejected' },
      });
      expect(blinded.body.data).toMatchObject({ activitiesUpdated: 0 });
      expect(await decide({ matching, status: 'Rejected' })).toMatchObject({ activitiesUpdated: 1 });
      expect(await world().statusesOf(ids)).toEqual(['Rejected', 'Pending']);
    });

    it('skips all activities with a status that cannot be changed this way', async () => {
      const ids = await activities({ status: 'Approved' }, { status: 'EditAfterApproval' });
      const matching = { ...lastWeek(), status: 'Approved', companyIds: [ids[0]?.split('-')[0]] };
      const outcome = await decide({ matching, status: 'Approved' });
      expect(outcome).toMatchObject({ activitiesUpdated: 0, skippedCount: 2, decisionId: null });
      expect(new Set(outcome.skipped.map(({ id, reason }) => `${id} ${reason}`))).toEqual(
        new Set(ids.map((id) => `${id} notAllowed`)),
      );
    });
  });
});
