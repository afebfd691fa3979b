import { readerPath } from '@readerlens/contract/readers';
import { formatUtcDate } from '@readerlens/ui/parts';
import { webAddress } from '../../activity/web-address.ts';
import { profileAddress } from '../../activity/web-address.ts';
import { formatEngagementTitle } from './engagement.ts';

it('shows dates as MM/DD/YYYY in UTC', () => {
  expect(formatUtcDate('2026-03-04T23:59:59.999Z')).toBe('03/04/2026');
});

it('links to the reader by email, in Blinded Mode by id', () => {
  expect(readerPath({ emailUrl: 'ada%2Bb@lab___example', userId: '7' })).toBe(
    '/analytics/reader-dashboard/ada%2Bb@lab___example',
  );
  expect(readerPath({ emailUrl: null, userId: '7' })).toBe('/analytics/reader-dashboard/7');
});

it('links web addresses only', () => {
  expect(webAddress('https://content.example/d1')).toBe('https://content.example/d1');
  expect(['javascript:alert(1)', 'data:text/html,x', '/d1', '', null].map(webAddress)).toEqual(
    Array.from({ length: 5 }),
  );
  expect(profileAddress('www.linkedin.com/in/ada')).toBe('https://www.linkedin.com/in/ada');
  expect(profileAddress(null)).toBeUndefined();
});

it('is titled by reader and document', () => {
  expect(formatEngagementTitle({ fullName: 'r-5521', docTitle: 'Guide' })).toBe('r-5521, Guide');
});
