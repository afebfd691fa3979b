import type { ReviewActivity } from '../activities/activity.ts';

export const activity = (number: number, change: Partial<ReviewActivity> = {}): ReviewActivity => ({
  id: `a${number}`,
  activityType: number % 3 === 0 ? 'CustomerRequest' : 'Engagement',
  status: 'Pending',
  rejectReason: null,
  dropDate: '2026-03-04T15:06:07.000Z',
  approvedDate: null,
  userId: `7${number}`,
  hasDashboard: true,
  fullName: `Reader ${number}`,
  firstName: 'Reader',
  lastName: String(number),
  email: `reader${number}@lab.example`,
  jobTitle: 'Chemist',
  client: 'Acme',
  specifics: null,
  country: 'Norway',
  city: 'Oslo',
  state: null,
  activitySource: 'Web',
  online: 'Cell Therapy',
  documentTitle: `Guide ${number}`,
  documentCompanyName: 'Acme Labs',
  documentCompanyId: 'c1',
  leadType: 'Initial',
  friendlyId: String(number),
  trackableUrlId: null,
  ...change,
});

/** Creates `count` pending activities, 'a1' first. */
export const activities = (count: number): ReviewActivity[] =>
  Array.from({ length: count }, (_, index) => activity(index + 1));
