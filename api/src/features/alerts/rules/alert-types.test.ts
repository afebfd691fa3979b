import { alertAudits, aggFields, alertTypes } from '@readerlens/contract/alerts';
import type { AggField } from '@readerlens/contract/alerts';
import { behaviorDefaults, parseRule } from '@readerlens/contract/alert-rule';
import { rulesFor } from './alert-types.ts';

it('runs of each type have entries of their own in the server log', () => {
  const audits = alertTypes.flatMap((type) =>
    (Object.keys(aggFields) as AggField[]).map((aggField) => {
      const parsed = parseRule(type, { ...behaviorDefaults, aggField });
      if (!parsed.ok) throw new Error('The defaults were refused.');
      return rulesFor(parsed.rule).audit(parsed.rule);
    }),
  );
  expect([...new Set(audits)].sort()).toEqual(Object.keys(alertAudits).sort());
});
