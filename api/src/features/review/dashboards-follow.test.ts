import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { Outcome } from './decide.ts';
import { dayBefore, lastWeek, reviewWorld } from './testing/review-world.ts';

describeOnOneEngine('the dashboards', (db) => {
  const world = reviewWorld(db);

  it('immediately count approved activities, and no longer rejected or reversed ones', async () => {
    const token = await world().reviewer();
    const clientId = await world().addClient();
    const ids: string[] = [];
    for (const _ of [1, 2, 3])
      ids.push(await world().addActivity({ clientId, readerId: await world().addReader() }));
    const { from, to } = lastWeek();
    const filters = [
      { field: 'Clients', value: [{ id: String(clientId) }] },
      { field: 'DateRange', value: { from, to } },
    ];
    const counted = async () => {
      const { body } = await world().call('POST /api/client-dashboard/stats', { token, body: { filters } });
      return (body.data as { totalLeads: number }).totalLeads;
    };
    const decide = async (status: string, body: Record<string, unknown>) => {
      const answer = await world().call('POST /api/review-activities', {
        token,
        body: { engagementIds: [], customerRequestIds: [], status, startDate: dayBefore(7), ...body },
      });
      return answer.body.data as Outcome;
    };
    expect(await counted()).toBe(0);
    await decide('Approved', { engagementIds: ids.slice(0, 2) });
    expect(await counted()).toBe(2);
    const matching = { status: 'Pending', from, to, companyIds: [String(clientId)] };
    const { decisionId } = await decide('Approved', { matching });
    expect(await counted()).toBe(3);
    await world().call('POST /api/review-activities/decisions/{id}/reverse', {
      token,
      params: { id: decisionId ?? '' },
    });
    expect(await counted()).toBe(2);
    await decide('Rejected', { engagementIds: ids.slice(0, 1) });
    expect(await counted()).toBe(1);
  });
});
