import { sql } from 'kysely';
import { parseActivityId } from '../../activities/activity-key.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { Outcome } from './decide.ts';
import { noon, reviewWorld } from './testing/review-world.ts';
import type { PlannedActivity } from './testing/review-world.ts';

const longAgo = new Date('2026-01-01T00:00:00Z');

describeOnOneEngine('the available-at time of an activity', (db) => {
  const world = reviewWorld(db);
  let token: string;
  let clientId: number;
  beforeAll(async () => {
    token = await world().reviewer();
    clientId = await world().addClient();
  });

  /** An activity imported long ago. */
  const add = async (planned: Partial<PlannedActivity>) => {
    const id = await world().addActivity({ clientId, readerId: await world().addReader(), ...planned });
    const { id: number = 0 } = parseActivityId(id) ?? {};
    await db()
      .kysely.updateTable('engagement')
      .set({ available_at: longAgo })
      .where('client_id', '=', clientId)
      .where('id', '=', number)
      .execute();
    return id;
  };
  const availableAt = async (id: string) => {
    const { rows } = await sql<{ available_at: Date; age: number }>`
      SELECT available_at, extract(epoch FROM now() - available_at)::float AS age FROM engagement
      WHERE client_id || '-' || id = ${id}`.execute(db().kysely);
    return rows[0]!;
  };
  const decide = async (status: string, id: string) => {
    const body = { engagementIds: [id], customerRequestIds: [], status };
    const { body: answer } = await world().call('POST /api/review-activities', { token, body });
    return (answer.data as Outcome).decisionId!;
  };
  const reverse = (id: string) =>
    world().call('POST /api/review-activities/decisions/{id}/reverse', { token, params: { id } });

  it('is its approval', async () => {
    const id = await add({ status: 'Pending' });
    await decide('Approved', id);
    expect((await availableAt(id)).age).toBeLessThan(3600);
  });

  it('does not change when it is rejected', async () => {
    const id = await add({ status: 'Approved', approvedAt: noon(3) });
    await decide('Rejected', id);
    expect((await availableAt(id)).available_at).toEqual(longAgo);
  });

  it.each(['Approved', 'EditAfterApproval'] as const)(
    'is the time at which its rejection is reversed, for one that was %s',
    async (status) => {
      const id = await add({ status, approvedAt: noon(3) });
      await reverse(await decide('Rejected', id));
      expect(await world().stateOf(id)).toMatchObject({ status, approvedAt: new Date(noon(3)) });
      expect((await availableAt(id)).age).toBeLessThan(3600);
    },
  );

  it('does not change when the rejection of a pending one is reversed', async () => {
    const id = await add({ status: 'Pending' });
    await reverse(await decide('Rejected', id));
    expect((await availableAt(id)).available_at).toEqual(longAgo);
  });

  it('is never before the activity itself', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000);
    const id = await add({ status: 'Pending', at: tomorrow.toISOString() });
    await decide('Approved', id);
    expect((await availableAt(id)).available_at).toEqual(tomorrow);
  });
});
