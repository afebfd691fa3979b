import type { Account } from '../person/account.queries.ts';

export type { Account } from '../person/account.queries.ts';

export const clients = [
  { id: '1', name: 'Aurelis', onlines: [{ id: 'o1', name: 'Cell Therapy' }] },
  { id: '2', name: 'Norvane', onlines: [{ id: 'o2', name: 'Filtration' }] },
  { id: '3', name: 'Kestrowel', onlines: [] },
] as const;

/** Analyst tags by client. */
export const tagsOfClient: Readonly<Record<string, readonly { id: string; name: string }[]>> = {
  1: [{ id: '11', name: 'Key account' }],
  2: [
    { id: '21', name: 'Partner' },
    { id: '22', name: 'Renewal' },
  ],
};

const field = (name: string, label: string, accessLevel: 'Basic' | 'Premium' | 'Internal') => ({
  field: name,
  label,
  group: 'General',
  accessLevel,
  searchable: true,
  internalOnly: accessLevel === 'Internal',
});

/** Filter fields of each kind: for all, restricted, Premium, and for internal use. */
export const activityFields = [
  field('Email', 'Email', 'Basic'),
  field('AnalystTags', 'Analyst Tags', 'Basic'),
  field('Revenue', 'Revenue', 'Premium'),
  field('JsProcessed', 'JS Processed', 'Internal'),
];

/** The account with this number, a registered client user of one client. */
export const account = (number: number, change: Partial<Account> = {}): Account => ({
  id: String(number),
  firstName: 'Person',
  lastName: String(number),
  email: `person${number}@lab.example`,
  role: 'Client',
  isRegistered: true,
  companies: [{ ...clients[0], onlines: [...clients[0].onlines] }],
  communities: [],
  activityFields: [],
  analystTags: [],
  reviewActivities: false,
  accessMarketingPerformance: false,
  enableApiAccess: false,
  apiClientId: null,
  notificationClaimLevel: 'None',
  viewNotifications: false,
  areaClaims: [],
  claims: ['cr-engagement-read', 'cr-webinar-read'],
  searchFields: [],
  version: 1,
  ...change,
});

export const accounts = (count: number): Account[] =>
  Array.from({ length: count }, (_, index) => account(index + 1));
