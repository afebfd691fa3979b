import { behaviorDefaults, isCountingRule, parseRule } from './alert-rule.ts';
import { BehaviorChange } from './schemas.ts';
import { alertReports, alertTypeLabels, alertTypes } from './vocabulary.ts';

/** The `$type` of each behavior in the schema. */
const savedTypes = () => {
  const { anyOf } = BehaviorChange as unknown as { anyOf: { properties: { $type: { const: string } } }[] };
  return anyOf.map(({ properties }) => properties.$type.const);
};

describe('each type of alert', () => {
  it('has one entry in each table', () => {
    expect(Object.keys(alertTypeLabels).sort()).toEqual([...alertTypes].sort());
    expect(Object.keys(alertReports).sort()).toEqual([...alertTypes].sort());
  });

  it.each(alertTypes)('has a rule, and counts if it reports entities: %s', (type) => {
    const parsed = parseRule(type, { ...behaviorDefaults, aggField: 'ReaderOrg' });
    if (!parsed.ok) throw new Error('The defaults were refused.');
    expect(parsed.rule.type).toBe(type);
    expect('activityMonths' in parsed.rule).toBe(isCountingRule(parsed.rule));
  });

  it('has a behavior to save if it counts', () => {
    const counting = alertTypes.filter((type) => alertReports[type] === 'entities');
    expect(savedTypes().sort()).toEqual(counting.map((type) => `${type}BehaviorChangeRequest`).sort());
  });
});
