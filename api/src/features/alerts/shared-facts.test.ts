import { createCatalogue } from '@readerlens/filters/model';
import { scopeOf } from '../../core/people/policy.ts';
import { recordQueries } from '../../platform/db/record-queries.ts';
import { testDatabase } from '../../platform/testing/index.ts';
import { planSlot } from './engine/evaluate.ts';
import { selectStored } from '../../core/activities/select-stored.ts';
import { createSharedFacts } from './shared-facts.ts';

const db = testDatabase();
const catalogue = createCatalogue([]);
const since = new Date('2026-01-01T00:00:00Z');

/** What an alert of a client asks for. */
const requestOf = (clientId: number) => {
  const viewer = {
    scope: scopeOf(
      { role: 'Client', activity_fields: [], denied_activity_types: [] },
      { clientIds: [clientId], communityIds: [1] },
      catalogue,
    ),
    catalogue,
    now: since,
  };
  const filters = [{ field: 'Clients', value: [{ id: String(clientId) }] }];
  const selected = selectStored({ filters, activityTypes: [] }, viewer);
  if (!selected.ok) throw new Error('The selection was refused.');
  const definition = {
    rule: {
      type: 'SeriesOfActivitiesNotification',
      aggField: 'Reader',
      activityMonths: 1,
      uniqueUserCount: null,
      minimumCount: 1,
    },
    timeZone: 'UTC',
    version: 1,
    since,
  } as const;
  return [selected.selection, planSlot(definition, '2026-03-01', null)] as const;
};

const facts = () => {
  let scans = 0;
  const recorded = recordQueries(db(), ({ sql: text }) => {
    if (text.includes('engagement')) scans += 1;
  });
  return { ...createSharedFacts(recorded), scans: () => scans };
};

describe('runs that start together', () => {
  it('share a scan for each client', async () => {
    const { join, readFacts, scans } = facts();
    const clients = [1, 2, 1, 1, 2];
    await Promise.all(clients.map((id) => join(async () => readFacts(...requestOf(id)))));
    expect(scans()).toBe(2);
  });

  it('do not wait for one that ends without reading, or fails', async () => {
    const { join, readFacts, scans } = facts();
    const results = await Promise.allSettled([
      join(async () => readFacts(...requestOf(1))),
      join(async () => Promise.resolve('idle')),
      join(async () => Promise.reject(new Error('broken'))),
      join(async () => readFacts(...requestOf(1))),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(scans()).toBe(1);
  });

  it('fail alone when a statement fails', async () => {
    const { join, readFacts } = facts();
    const [selection, plan] = requestOf(1);
    const broken = { ...plan, windows: { ...plan.windows, current: { from: new Date(NaN), to: since } } };
    const results = await Promise.allSettled([
      join(async () => readFacts(selection, plan)),
      join(async () => readFacts(selection, broken)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});
