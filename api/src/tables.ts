// The tables of all domains, for packages that read the types of the API.
export type * from './core/activities/tables.ts';
export type * from './core/export-plan/tables.ts';
export type * from './core/people/tables.ts';
export type * from './core/searches/tables.ts';
export type * from './core/webhooks/tables.ts';
export type * from './features/activity-reports/tables.ts';
export type * from './features/alerts/tables.ts';
export type * from './features/annotations/tables.ts';
export type * from './features/areas/tables.ts';
export type * from './features/onboarding/tables.ts';
export type * from './features/operations/tables.ts';
export type * from './features/review/tables.ts';
