import { randomUUID } from 'node:crypto';
import { createCatalogue } from '@readerlens/filters/model';
import { createScope } from '../../../people/policy.ts';
import { recordQueries } from '../../../platform/db/record-queries.ts';
import { testDatabase } from '../../../platform/testing/index.ts';
import { selectStored } from '../../../activities/select-stored.ts';
import { evaluateSlots } from './run-evaluation.ts';
import type { AlertSlot } from './run-evaluation.ts';

const db = testDatabase();
const catalogue = createCatalogue([]);
const since = new Date('2026-01-01T00:00:00Z');

/** A slot of an alert of a client. */
const buildSlot = (clientId: number): AlertSlot => {
  const viewer = {
    scope: createScope(
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
  const alert = { id: randomUUID(), definition, scope: viewer.scope, selection: selected.selection };
  return { alert, date: '2026-03-01', state: null };
};

it('alerts that are evaluated at once share a scan for each client', async () => {
  let scans = 0;
  const recorded = recordQueries(db(), ({ sql: text }) => {
    if (text.includes('engagement')) scans += 1;
  });
  await evaluateSlots(recorded, [1, 2, 1, 1, 2].map(buildSlot));
  expect(scans).toBe(2);
});
