// The tables of all domains, for packages that read the types of the API.
export type * from './activities/tables.ts';
export type * from './activities/account-lists/tables.ts';
export type * from './activities/pipeline/tables.ts';
export type * from './activities/tactics/tables.ts';
export type * from './outputs/export/tables.ts';
export type * from './people/tables.ts';
export type * from './activities/searches/tables.ts';
export type * from './sendings/webhooks/tables.ts';
export type * from './features/activity-reports/tables.ts';
export type * from './features/alerts/tables.ts';
export type * from './features/annotations/tables.ts';
export type * from './features/areas/tables.ts';
export type * from './features/marketing/page-mails/tables.ts';
export type * from './features/onboarding/tables.ts';
export type * from './features/operations/tables.ts';
export type * from './features/review/tables.ts';
