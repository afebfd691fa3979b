import { createCatalogue } from '@readerlens/filters/model';
import { createScope } from '../../../people/policy.ts';
import type { DataScope } from '../../../people/policy.ts';
import { evaluate, planSlot } from '../rules/alert-types.ts';
import type { EntityCounts, Evaluation } from '../rules/evaluation.ts';
import {
  entitiesWithin,
  matchedActivities,
  matchesByClient,
  maxInsufficient,
  ownView,
  scopeKey,
  totalMatched,
} from './run-evaluation.ts';
import { changeRule } from '../testing/run-world.ts';

const scopeWith = (clientIds: readonly number[], communityIds: readonly number[], more = {}): DataScope =>
  createScope(
    { role: 'Client', activity_fields: [], denied_activity_types: [], ...more },
    { clientIds, communityIds },
    createCatalogue([]),
  );

const buildCounts = (current: number, baseline: number, entityId = 1, clientId = 1): EntityCounts => ({
  clientId,
  entityId,
  current: { activities: current, readers: 1 },
  baseline: { activities: baseline, readers: 1 },
  sinceNotified: 0,
});

/** Of an alert about changes of 50%, with a baseline of three months and at least three activities. */
const buildEvaluation = (...counts: EntityCounts[]): Evaluation => {
  const since = new Date('2026-01-01T00:00:00Z');
  const plan = planSlot({ rule: changeRule, timeZone: 'UTC', version: 1, since }, '2026-03-03', null);
  return evaluate(plan, { counts, historySince: new Map([1, 2].map((id) => [id, new Date(0)])) });
};
const buildView = (...counts: EntityCounts[]) => ownView(scopeWith([1], [1]), buildEvaluation(...counts), []);

describe('the view of a run', () => {
  it('is shared by people who see the same activities', () => {
    const key = scopeKey(scopeWith([1, 2], [3, 4]));
    expect(scopeKey(scopeWith([2, 1], [4, 3], { activity_fields: ['Revenue'] }))).toBe(key);
    for (const other of [
      scopeWith([1], [3, 4]),
      scopeWith([1, 2], [3]),
      scopeWith([1, 23], [4]),
      scopeWith([1, 2], [3, 4], { denied_activity_types: ['Event'] }),
      scopeWith([], [], { role: 'Internal' }),
    ])
      expect(scopeKey(other)).not.toBe(key);
  });

  it('counts what is reported, by client', () => {
    const view = buildView(
      buildCounts(9, 6),
      buildCounts(12, 6, 2),
      buildCounts(9, 6, 1, 2),
      buildCounts(2, 6, 3),
    );
    expect(totalMatched(view)).toBe(3);
    expect([...matchesByClient(view)]).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(matchedActivities(view)).toBe(30);
    // The file has the baseline of those that fell silent.
    expect(matchedActivities(buildView(buildCounts(9, 6), buildCounts(0, 6, 2)))).toBe(15);
  });

  it('stores only some of the entities with too small a baseline', () => {
    const many = Array.from({ length: maxInsufficient + 20 }, (_, index) => buildCounts(1, 2, index + 1));
    expect(buildView(...many).insufficient).toHaveLength(maxInsufficient);
  });
});

describe('what another scope shows of it', () => {
  it('are the entities for which the rule holds there too, with its counts', () => {
    const own = buildView(buildCounts(9, 6), buildCounts(9, 6, 2), buildCounts(9, 6, 3));
    const { entities, insufficient } = entitiesWithin(
      own,
      buildEvaluation(buildCounts(5, 3), buildCounts(2, 6, 2), buildCounts(3, 2, 3), buildCounts(9, 3, 4)),
    );
    // The second has not changed there, the third has no baseline, and the fourth did not fire for the owner.
    expect(entities).toMatchObject([{ entityId: 1, outcome: 'fires', current: { activities: 5 } }]);
    expect(insufficient).toMatchObject([{ entityId: 3 }]);
  });

  it('is not a change in the other direction', () => {
    const own = buildView(buildCounts(9, 6));
    expect(entitiesWithin(own, buildEvaluation(buildCounts(0, 3))).entities).toEqual([]);
  });

  it('is as new as for the owner', () => {
    const own = buildView(buildCounts(9, 6));
    const before = {
      ...own,
      entities: own.entities.map((each) => ({
        ...each,
        outcome: 'still changed' as const,
        notifiedOn: '2026-03-01',
      })),
    };
    expect(entitiesWithin(before, buildEvaluation(buildCounts(9, 6))).entities).toMatchObject([
      { outcome: 'still changed', notifiedOn: '2026-03-01' },
    ]);
  });
});
