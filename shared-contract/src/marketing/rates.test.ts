import {
  computeRate,
  describeRate,
  formatAmountShare,
  formatAverage,
  formatAverageAmount,
  formatAverageDifference,
  formatLift,
  formatMeanChange,
  formatRate,
  formatRateDifference,
} from './rates.ts';

it.each([
  [3, 10, '30.0%', '3 of 10 (95%: 10.8–60.3%)'],
  [5, 10, '50.0%', '5 of 10 (95%: 23.7–76.3%)'],
  [30, 100, '30.0%', '30 of 100 (95%: 21.9–39.6%)'],
  [0, 10, '0.0%', '0 of 10 (95%: 0.0–27.8%)'],
  [1200, 1200, '100.0%', '1,200 of 1,200 (95%: 99.7–100.0%)'],
])('%d of %d is a rate with its interval', (part, of, text, described) => {
  expect(formatRate({ part, of })).toBe(text);
  expect(describeRate({ part, of })).toBe(described);
});

it('has no rate of fewer than ten cases', () => {
  expect(computeRate({ part: 3, of: 9 })).toBeUndefined();
  expect(formatRate({ part: 3, of: 7 })).toBe('n = 7: too few for a rate');
  expect(describeRate({ part: 3, of: 7 })).toBe('3 of 7');
  expect(formatAverage({ part: 3, of: 0 })).toBe('n = 0: too few for a rate');
  expect(formatAverage({ part: 24, of: 10 })).toBe('2.4');
});

it('has no share and no average of the amounts of fewer than ten cases', () => {
  expect(formatAmountShare({ part: 50, of: 200 }, 9)).toBe('n = 9: too few for a rate');
  expect(formatAmountShare({ part: 50, of: 200 }, 10)).toBe('25.0%');
  expect(formatAmountShare({ part: 0, of: 0 }, 0)).toBe('n = 0: too few for a rate');
  expect(formatAverageAmount({ part: 100, of: 3 }, String)).toBe('n = 3: too few for a rate');
  expect(formatAverageAmount({ part: 100, of: 30 }, String)).toBe('3');
});

it('has no difference from a rate that is not known', () => {
  expect(formatRateDifference({ part: 5, of: 10 }, { part: 3, of: 10 })).toBe('+20.0 points');
  expect(formatRateDifference({ part: 3, of: 10 }, { part: 5, of: 10 })).toBe('−20.0 points');
  expect(formatRateDifference({ part: 5, of: 10 }, { part: 3, of: 9 })).toBeUndefined();
  expect(formatAverageDifference({ part: 24, of: 10 }, { part: 20, of: 10 })).toBe('+0.4');
  expect(formatAverageDifference({ part: 24, of: 10 }, { part: 241, of: 100 })).toBe('0.0');
  expect(formatAverageDifference({ part: 24, of: 9 }, { part: 24, of: 10 })).toBeUndefined();
});

it('compares the change of a group with that of its controls, from ten organizations a side', () => {
  const attending = { organizations: 20, cases: 20, before: 100, after: 180 };
  const controls = { organizations: 40, cases: 40, before: 100, after: 130 };
  expect(formatLift(attending, controls)).toBe('+3.25');
  expect(formatMeanChange(attending)).toBe('+4.00');
  expect(formatMeanChange({ ...controls, after: 70 })).toBe('−0.75');
  // The same organizations at several events are still as few.
  expect(formatLift(attending, { ...controls, organizations: 9 })).toBe('n = 9: too few for a rate');
  expect(formatLift({ ...attending, organizations: 7 }, controls)).toBe('n = 7: too few for a rate');
});
