import { sql } from 'kysely';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { Outcome } from './decide.ts';
import { dayBefore, noon, reviewWorld } from './testing/review-world.ts';
import type { PlannedActivity } from './testing/review-world.ts';

describeOnOneEngine('reversing a decision', (db) => {
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
  const reverse = (id: string | null, by = token) =>
    world().call('POST /api/review-activities/decisions/{id}/reverse', {
      token: by,
      params: { id: id ?? '' },
    });
  const reversed = async (id: string | null) => {
    const { status, body } = await reverse(id);
    expect([status, body.message]).toEqual([200, '']);
    return body.data as Outcome;
  };
  const decisions = async (query = {}) => {
    const { body } = await world().call('GET /api/review-activities/decisions', { token, query });
    return body.data as Record<string, unknown>[];
  };
  const add = async (planned: Partial<PlannedActivity> = {}) =>
    world().addActivity({ clientId, readerId: planned.readerId ?? (await world().addReader()), ...planned });
  /** Stored rows of a decision that was not reversed. */
  const remaining = async (id: string | null) => {
    const decision = await db()
      .kysely.selectFrom('review_decision')
      .select('reversed_at')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    const emails = await db()
      .kysely.selectFrom('excluded_email')
      .select('email')
      .where('decision_id', '=', Number(id))
      .execute();
    const audited = await sql`SELECT FROM audit_event
      WHERE action = 'review.reversal' AND detail->>'decisionId' = ${id}`.execute(db().kysely);
    return {
      isReversed: decision.reversed_at !== null,
      emails: emails.map(({ email }) => email),
      reversals: audited.rows.length,
    };
  };

  it('restores the previous state of each activity', async () => {
    const readerId = await world().addReader();
    const ids = [
      await add({ readerId }),
      await add({ status: 'Approved', approvedAt: noon(3) }),
      await add({ status: 'EditAfterApproval' }),
      await add({ readerId, isSubsequent: true, status: 'Approved', approvedAt: noon(2) }),
    ];
    const states = () => Promise.all(ids.map((id) => world().stateOf(id)));
    const before = await states();
    const { decisionId } = await decide('Rejected', ids.slice(0, 3), { startDate: dayBefore(7) });
    expect(await world().statusesOf(ids)).toEqual([
      'Rejected',
      'RejectedAfterApproval',
      'RejectedAfterApproval',
      'RejectedAfterApproval',
    ]);
    expect(await reversed(decisionId)).toEqual({
      activitiesUpdated: 4,
      subsequentUpdated: 1,
      emailsExcluded: 0,
      skippedCount: 0,
      skipped: [],
      decisionId,
    });
    expect(await states()).toEqual(before);
  });

  it('restores the reject reason', async () => {
    const id = await add({ status: 'Rejected', reason: 'RejectedByBadWordsFilter' });
    const { decisionId } = await decide('Approved', [id]);
    await reversed(decisionId);
    expect(await world().stateOf(id)).toEqual({
      status: 'Rejected',
      reason: 'RejectedByBadWordsFilter',
      approvedAt: null,
    });
  });

  it('happens once', async () => {
    const { decisionId } = await decide('Approved', [await add()]);
    const answers = await Promise.all([reverse(decisionId), reverse(decisionId)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { status, body } = await reverse(decisionId);
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'conflict',
        message: expect.stringMatching(/^The decision was reversed already, on .* UTC\.$/),
      },
    ]);
  });

  it('skips activities changed since, with the name of the reviewer', async () => {
    const [kept, changed] = [await add(), await add()];
    const first = await decide('Approved', [kept, changed]);
    const second = await decide('Rejected', [changed]);
    const outcome = await reversed(first.decisionId);
    expect(outcome).toMatchObject({ activitiesUpdated: 1, skippedCount: 1 });
    expect(outcome.skipped).toEqual([
      {
        id: changed,
        reason: 'changed',
        message: expect.stringMatching(
          /^It was changed to Rejected After Approval by Renée Größer on .* UTC\.$/,
        ),
      },
    ]);
    expect(await world().statusesOf([kept, changed])).toEqual(['Pending', 'RejectedAfterApproval']);
    await reversed(second.decisionId);
    expect(await world().statusesOf([changed])).toEqual(['Approved']);
  });

  it('skips activities changed and changed back by others', async () => {
    const id = await add({ status: 'Approved' });
    const first = await decide('Rejected', [id]);
    await decide('Approved', [id]);
    await decide('Rejected', [id]);
    expect((await reverse(first.decisionId)).status).toBe(409);
    expect(await world().statusesOf([id])).toEqual(['RejectedAfterApproval']);
  });

  it('is refused if it would restore nothing, and possible once later ones are reversed', async () => {
    const readerId = await world().addReader({ email: 'again@readers.example' });
    const id = await add({ readerId, status: 'Approved', approvedAt: noon(3) });
    const first = await decide('Rejected', [id], { excludedEmails: ['again@readers.example'] });
    const second = await decide('Approved', [id]);
    const { status, body } = await reverse(first.decisionId);
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'conflict',
        message: expect.stringMatching(
          /^Nothing can be reversed: the activity is no longer as this decision left it\. It was changed to Approved by Renée Größer on .* UTC\.$/,
        ),
      },
    ]);
    expect(await remaining(first.decisionId)).toEqual({
      isReversed: false,
      emails: ['again@readers.example'],
      reversals: 0,
    });
    await reversed(second.decisionId);
    expect(await reversed(first.decisionId)).toMatchObject({ activitiesUpdated: 1, emailsExcluded: 1 });
    expect(await world().stateOf(id)).toMatchObject({ status: 'Approved', approvedAt: new Date(noon(3)) });
    expect(await remaining(first.decisionId)).toEqual({ isReversed: true, emails: [], reversals: 1 });
  });

  it('reports the first of several activities that it cannot restore', async () => {
    const ids = [await add(), await add()];
    const { decisionId } = await decide('Approved', ids);
    await decide('Rejected', ids);
    expect((await reverse(decisionId)).body.message).toMatch(
      /^Nothing can be reversed: none of the 2 activities is still as this decision left it\. The first: It was changed /,
    );
  });

  it('works back through several decisions', async () => {
    const id = await add();
    const first = await decide('Approved', [id]);
    const second = await decide('Rejected', [id]);
    await reversed(second.decisionId);
    expect(await reversed(first.decisionId)).toMatchObject({ activitiesUpdated: 1, skippedCount: 0 });
    expect(await world().stateOf(id)).toEqual({ status: 'Pending', reason: null, approvedAt: null });
  });

  it('names the reviewer who already reversed the decision', async () => {
    const id = await add();
    const { decisionId } = await decide('Approved', [id]);
    const by = await world().reviewer({ first_name: 'Olof', last_name: 'Other' });
    await reverse(decisionId, by);
    const { skipped } = await decide('Rejected', [id], { seen: { [id]: 'Approved' } });
    expect(skipped).toMatchObject([
      { reason: 'changed', message: expect.stringMatching(/^It was changed to Pending by Olof Other on /) },
    ]);
  });

  it('is refused to a reviewer who may review only a part of it', async () => {
    const readerId = await world().addReader({ email: 'part@readers.example' });
    const [read, request] = [await add({ readerId }), await add({ readerId, type: 'CustomerRequest' })];
    const { decisionId } = await decide('Rejected', [read], {
      customerRequestIds: [request],
      excludedEmails: ['part@readers.example'],
    });
    const by = await world().reviewer({ denied_activity_types: ['CustomerRequest'] });
    const { status, body } = await reverse(decisionId, by);
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'conflict',
        message: 'You do not review all activities of this decision. Only someone who does can reverse it.',
      },
    ]);
    expect(await world().statusesOf([read, request])).toEqual(['Rejected', 'Rejected']);
    expect(await remaining(decisionId)).toEqual({
      isReversed: false,
      emails: ['part@readers.example'],
      reversals: 0,
    });
    expect(await reversed(decisionId)).toMatchObject({ activitiesUpdated: 2, emailsExcluded: 1 });
  });

  it('is allowed for a reviewer who may review all of it, but not everything else', async () => {
    const { decisionId } = await decide('Approved', [await add()]);
    const by = await world().reviewer({ denied_activity_types: ['CustomerRequest'] });
    expect((await reverse(decisionId, by)).status).toBe(200);
  });

  it.each(['0', 'x', '-1', '1.5', '999999999', '99999999999999999999'])('%p is no decision', async (id) => {
    const { status, body } = await reverse(id);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('is possible for thirty days', async () => {
    const { decisionId } = await decide('Approved', [await add()]);
    const age = async (days: number) => {
      await sql`UPDATE review_decision SET at = now() - make_interval(days => ${days}::integer, mins => 1)
        WHERE id = ${decisionId}::bigint`.execute(db().kysely);
    };
    await age(30);
    const { status, body } = await reverse(decisionId);
    expect([status, body.message]).toEqual([409, 'A decision can be reversed for 30 days.']);
    expect((await decisions()).map(({ id }) => id)).not.toContain(decisionId);
    await age(29);
    expect((await decisions({ size: '100' })).map(({ id }) => id)).toContain(decisionId);
    expect((await reverse(decisionId)).status).toBe(200);
  });

  it('is stored with the request and both identities, and audited', async () => {
    const admin = await db()
      .kysely.insertInto('app_user')
      .values({ email: 'boss@users.example', first_name: 'Bo', last_name: 'Boss', role: 'Admin' })
      .returningAll()
      .executeTakeFirstOrThrow();
    const reviewer = await db()
      .kysely.insertInto('app_user')
      .values({
        email: 'acted@users.example',
        first_name: 'Ada',
        last_name: 'Acted',
        role: 'Internal',
        review_activities: true,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const start = await world().call('POST /api/auth/impersonate', {
      token: await world().tokenFor(admin),
      body: { targetUserId: String(reviewer.id) },
    });
    const { token: acting } = start.body.data as { token: string };
    const id = await add();
    const decided = await world().call('POST /api/review-activities', {
      token: acting,
      body: { engagementIds: [id], customerRequestIds: [], status: 'Approved', startDate: dayBefore(7) },
    });
    const { decisionId } = decided.body.data as Outcome;
    await reverse(decisionId, acting);
    const row = await db()
      .kysely.selectFrom('review_decision')
      .selectAll()
      .where('id', '=', Number(decisionId))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      user_id: reviewer.id,
      impersonator_id: admin.id,
      reversed_by: reviewer.id,
      reversed_through: admin.id,
      selection: { engagements: 1, customerRequests: 0, startDate: dayBefore(7) },
    });
    const [listed] = await decisions({ size: '1' });
    expect([listed?.by, listed?.reversedBy]).toEqual(['Bo Boss as Ada Acted', 'Bo Boss as Ada Acted']);
    const audited = await db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'actor_id', 'subject_id', 'detail'])
      .where('action', 'like', 'review.%')
      .where('actor_id', '=', admin.id)
      .orderBy('id')
      .execute();
    const identities = { actor_id: admin.id, subject_id: reviewer.id };
    expect(audited).toEqual([
      {
        action: 'review.decision',
        ...identities,
        detail: { decisionId: Number(decisionId), action: 'Approved', activities: 1, emailsExcluded: 0 },
      },
      {
        action: 'review.reversal',
        ...identities,
        detail: { decisionId: Number(decisionId), activities: 1, emailsIncluded: 0 },
      },
    ]);
  });
});
