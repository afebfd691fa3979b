import { describeOnEachEngine } from '../../platform/testing/index.ts';
import type { Outcome } from './decide.ts';
import { dayBefore, lastWeek, reviewWorld } from './testing/review-world.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describeOnEachEngine('two reviewers at once', (db) => {
  const world = reviewWorld(db);
  const tokens: string[] = [];
  beforeAll(async () => {
    tokens.push(await world().reviewer({ first_name: 'Renée', last_name: 'One' }));
    tokens.push(await world().reviewer({ first_name: 'Olof', last_name: 'Two' }));
  });

  const decide = async (reviewer: number, body: Record<string, unknown>) => {
    const { status, body: answer } = await world().call('POST /api/review-activities', {
      token: tokens[reviewer],
      body: { engagementIds: [], customerRequestIds: [], ...body },
    });
    expect([status, answer.message]).toEqual([200, '']);
    return answer.data as Outcome;
  };

  it('select the same rows: one changes each, the other skips it', async () => {
    for (const round of range(5)) {
      const clientId = await world().addClient();
      const ids: string[] = [];
      for (const _ of range(60))
        ids.push(await world().addActivity({ clientId, readerId: await world().addReader() }));
      const seen = Object.fromEntries(ids.map((id) => [id, 'Pending']));
      const outcomes = await Promise.all([
        decide(0, { engagementIds: ids, status: 'Approved', seen }),
        decide(1, { engagementIds: ids.toReversed(), status: round % 2 ? 'Approved' : 'Rejected', seen }),
      ]);
      const [winner, loser] = outcomes.toSorted((a, b) => b.activitiesUpdated - a.activitiesUpdated);
      expect([winner?.activitiesUpdated, winner?.skippedCount]).toEqual([60, 0]);
      expect([loser?.activitiesUpdated, loser?.skippedCount, loser?.decisionId]).toEqual([0, 60, null]);
      const name = outcomes[0] === winner ? 'Renée One' : 'Olof Two';
      expect(loser?.skipped).toHaveLength(60);
      for (const skipped of loser?.skipped ?? []) {
        expect(skipped.reason).toBe('changed');
        expect(skipped.message).toMatch(
          new RegExp(`^It was changed to (Approved|Rejected) by ${name} on [\\d-]+ [\\d:]+ [AP]M UTC\\.$`),
        );
      }
      const [status] = await world().statusesOf(ids);
      expect(new Set(await world().statusesOf(ids))).toEqual(new Set([status]));
    }
  });

  it('change all matching and cascaded activities only once', async () => {
    const clientId = await world().addClient();
    for (const _ of range(40)) {
      const readerId = await world().addReader();
      await world().addActivity({ clientId, readerId });
      await world().addActivity({ clientId, readerId, isSubsequent: true });
    }
    const matching = { ...lastWeek(), status: 'Pending', companyIds: [String(clientId)] };
    const body = { matching, status: 'Approved', startDate: dayBefore(7) };
    const subsequent = { ...body, matching: { ...matching, secondaryOnly: true } };
    const outcomes = await Promise.all([decide(0, body), decide(1, subsequent), decide(1, body)]);
    expect(outcomes.reduce((sum, { activitiesUpdated }) => sum + activitiesUpdated, 0)).toBe(80);
    const recorded = await db()
      .kysely.selectFrom('review_decision_activity')
      .select('engagement_id')
      .where('client_id', '=', clientId)
      .execute();
    expect(new Set(recorded.map(({ engagement_id }) => engagement_id)).size).toBe(80);
    expect(recorded).toHaveLength(80);
  });

  it('count an e-mail that both exclude once', async () => {
    const clientId = await world().addClient();
    const readerId = await world().addReader({ email: 'Both@readers.example' });
    const ids = [
      await world().addActivity({ clientId, readerId }),
      await world().addActivity({ clientId, readerId, documentId: 2 }),
    ];
    const outcomes = await Promise.all(
      ids.map((id, reviewer) =>
        decide(reviewer, {
          engagementIds: [id],
          status: 'Rejected',
          excludedEmails: ['both@readers.example'],
        }),
      ),
    );
    const counts = outcomes.map(({ emailsExcluded }) => emailsExcluded);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
  });
});
