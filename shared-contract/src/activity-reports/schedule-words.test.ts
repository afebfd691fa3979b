import { describeSendDays } from './vocabulary.ts';

it.each([
  [['F', 'M'], 'Every Monday and Friday'],
  [['W'], 'Every Wednesday'],
  [['T', 'TH', 'F'], 'Every Tuesday, Thursday, and Friday'],
  [['M', 'T', 'W', 'TH', 'F'], 'Every weekday'],
  [[], 'Never'],
] as const)('says when a report is sent: %j', (days, text) => {
  expect(describeSendDays(days)).toBe(text);
});
