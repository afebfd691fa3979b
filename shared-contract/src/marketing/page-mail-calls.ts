import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { CallDefinition } from '../call.ts';
import { FilterRequestSized, Id, Moment, enumSchema, object, orNull, withDropped } from '../schemas.ts';
import { ComparedSide } from './compared-side.ts';
import { marketingPageNames, pageMailDayNames } from './pages.ts';
import { dealBases } from './pipeline.ts';
import { comparedPeriods, lookbacks, newnessSubjects } from './vocabulary.ts';

const { filters, activityTypes } = FilterRequestSized.properties;

const Choice = object(
  {
    comparedWith: Type.Optional(enumSchema(comparedPeriods)),
    subject: Type.Optional(enumSchema(newnessSubjects)),
    lookback: Type.Optional(enumSchema(lookbacks)),
    basis: Type.Optional(enumSchema(dealBases)),
    currency: Type.Optional(Type.String({ maxLength: 10 })),
    sides: Type.Optional(object({ baseline: ComparedSide, comparison: ComparedSide })),
  },
  { description: 'What is chosen on the page besides filters; what is missing is as the page starts' },
);

const schedule = {
  sendsOn: enumSchema(pageMailDayNames, 'At 06:00 in the time zone'),
  timeZone: Type.String({ maxLength: 100, description: 'IANA name' }),
};

export const PageMailInput = object({
  page: enumSchema(marketingPageNames),
  filters,
  activityTypes,
  choice: Type.Optional(Choice),
  ...schedule,
});
export type PageMailInput = Static<typeof PageMailInput>;

export const PageMail = object({
  id: Id,
  page: enumSchema(marketingPageNames),
  address: orNull(
    Type.String({
      description: 'Path and search of the page as it is sent; null if Blinded Mode hides a filter of it',
    }),
  ),
  about: Type.Array(object({ label: Type.String(), text: Type.String() }), {
    description: 'The filters in words',
  }),
  ...schedule,
  isPaused: Type.Boolean(),
  nextAt: orNull({ ...Moment, description: 'Null while it is paused' }),
  lastSentAt: orNull({ ...Moment, description: 'When the last mail was handed over' }),
  problem: orNull(Type.String({ description: 'Why the last mail was not sent or not delivered' })),
});
export type PageMail = Static<typeof PageMail>;

const access = { kind: 'user', claim: 'accessMarketingPerformance' } as const;
const tag = 'Marketing performance';
const path = '/api/marketing-performance/page-mails';
const ofMail = object({ id: Id });

/** Mails of pages that are sent on a schedule, each to the person who set it up. */
export const pageMailCalls = {
  [`GET ${path}`]: {
    tag,
    access,
    summary: 'The scheduled mails of pages of the caller, newest first',
    data: Type.Array(PageMail),
  },
  [`POST ${path}`]: {
    tag,
    access,
    summary: 'Sends a page to the caller on a schedule, with its figures of the day',
    body: PageMailInput,
    data: withDropped(PageMail),
  },
  [`PATCH ${path}/{id}`]: {
    tag,
    access,
    summary: 'Changes when a page is sent, or pauses it',
    params: ofMail,
    body: object({
      sendsOn: Type.Optional(schedule.sendsOn),
      timeZone: Type.Optional(schedule.timeZone),
      isPaused: Type.Optional(Type.Boolean()),
    }),
    data: PageMail,
  },
  [`POST ${path}/{id}/send`]: {
    tag,
    access,
    summary: 'Sends a page once, now',
    params: ofMail,
    data: Type.Null(),
  },
  [`DELETE ${path}/{id}`]: {
    tag,
    access,
    summary: 'Ends a scheduled mail',
    params: ofMail,
    data: Type.Null(),
  },
} as const satisfies Record<string, CallDefinition>;
