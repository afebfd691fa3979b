import { Type } from 'typebox';
import type { CallDefinition } from '../call.ts';
import { Count, FilterRequestSized, Id, Size, enumSchema, object, orNull } from '../schemas.ts';
import {
  assistDays,
  creditBases,
  creditModels,
  dealBases,
  dealMatches,
  highEngagement,
  influences,
  stageOutcomes,
  tactics,
  touchWindowDays,
  touchWindows,
} from './pipeline.ts';

const { filters, activityTypes } = FilterRequestSized.properties;
const Day = Type.String({ description: 'YYYY-MM-DD, UTC' });
export const Cents = Type.Integer({ minimum: 0, description: 'Hundredths of the currency' });
export const Currency = orNull(Type.String({ description: 'ISO 4217; null for deals without a currency' }));
const basis = Type.Optional(
  enumSchema(dealBases, 'The day by which deals belong to the period; default created'),
);
const request = object({ filters, activityTypes, basis });
const page = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Starts at 1' })),
  size: Type.Optional(Size),
};
const top = object({ total: Count, page: Type.Integer({ minimum: 1 }), pageSize: Count });

const Sum = object({
  deals: Count,
  cents: Cents,
  influencedDeals: Count,
  influencedCents: Cents,
});
export const Amounts = Type.Array(object({ currency: Currency, open: Sum, won: Sum }), {
  description: 'Most deals first. Amounts of different currencies are never added.',
});
const Outcomes = object(
  {
    won: Count,
    closed: { ...Count, description: 'Won and lost' },
    cycleDeals: { ...Count, description: 'Won deals whose days from creation to close are known' },
    cycleDays: { ...Count, description: 'Their days, added up' },
  },
  { description: 'Cases of rates and averages' },
);

const Deal = object({
  id: Id,
  externalId: Type.String(),
  name: Type.String({ description: 'What the deal is called: its name, or else its account' }),
  account: Type.String(),
  organization: orNull(object({ name: Type.String(), path: Type.String() })),
  match: enumSchema(dealMatches),
  stage: Type.String(),
  outcome: orNull(enumSchema(stageOutcomes)),
  createdOn: Day,
  closedOn: orNull(Day),
  cents: orNull(Cents),
  currency: Currency,
  isAssisted: Type.Boolean(),
  isAccelerated: Type.Boolean(),
  touches: Count,
});

const call = {
  tag: 'Marketing performance',
  access: { kind: 'user', claim: 'accessMarketingPerformance' },
  api: true,
  reads: true,
} as const;
const path = 'POST /api/marketing-performance/pipeline';

export const pipelineCalls = {
  [path]: {
    ...call,
    summary: `Deals of a period, and how many of them were influenced: engaged in the ${assistDays} days before the creation or until the close`,
    body: request,
    data: object({
      uploaded: { ...Count, description: 'All deals of the clients, of any period' },
      deals: Count,
      influenced: Count,
      assisted: Count,
      accelerated: Count,
      matched: Count,
      ambiguous: Count,
      unmatched: Count,
      unmappedStages: Type.Array(Type.String(), {
        description: 'Stages without an outcome. Rates are null while there are any.',
      }),
      undatedCloses: {
        ...Count,
        description: 'Won or lost deals without a closed date; only earlier touches count',
      },
      currencies: Amounts,
      rates: orNull(object({ influenced: Outcomes, others: Outcomes })),
    }),
  },
  [`${path}/by-stage`]: {
    ...call,
    summary: 'Deals of a period by stage; open stages first',
    body: request,
    data: Type.Array(
      object({
        stage: Type.String(),
        outcome: orNull(enumSchema(stageOutcomes)),
        deals: Count,
        influenced: Count,
      }),
    ),
  },
  [`${path}/touches`]: {
    ...call,
    summary:
      'Deals with a touch by the days from their creation to the touch; a deal counts in several windows',
    body: request,
    data: Type.Array(
      object({
        from: Type.Integer({
          description: `First day of ${touchWindowDays} days; the last window has no end`,
        }),
        deals: Count,
        touches: Count,
      }),
    ),
  },
  [`${path}/credits`]: {
    ...call,
    summary: 'The amounts of open and won deals, divided among their touches, by tactic',
    body: object({
      filters,
      activityTypes,
      basis: Type.Optional(enumSchema(creditBases, 'Default created; touch: what touches of the period get')),
      model: Type.Optional(enumSchema(creditModels, 'Default even')),
    }),
    data: Type.Array(
      object({ tactic: enumSchema(tactics), currency: Currency, cents: Cents, deals: Count, touches: Count }),
    ),
  },
  [`${path}/rows`]: {
    ...call,
    summary: 'The deals that the figures count, newest first',
    body: object({
      filters,
      activityTypes,
      basis: Type.Optional(enumSchema(creditBases)),
      influence: Type.Optional(enumSchema(influences)),
      outcomes: Type.Optional(Type.Array(enumSchema(stageOutcomes), { minItems: 1, maxItems: 3 })),
      stage: Type.Optional(Type.String({ maxLength: 200 })),
      currency: Type.Optional(Currency),
      tactic: Type.Optional(enumSchema(tactics, 'Only deals with such a touch')),
      window: Type.Optional(
        Type.Integer({
          minimum: touchWindows[0],
          maximum: touchWindows.at(-1)!,
          description: 'Only deals with a touch in the window that begins with this day',
        }),
      ),
      match: Type.Optional(
        Type.Array(enumSchema(dealMatches), { minItems: 1, maxItems: dealMatches.length }),
      ),
      hasAmount: Type.Optional(Type.Boolean()),
      isDated: Type.Optional(Type.Boolean({ description: 'Only won deals with a closed date' })),
      ...page,
    }),
    data: Type.Array(Deal),
    top,
  },
  [`${path}/without-deals`]: {
    ...call,
    summary: `Organizations with at least ${highEngagement} engagements in the period and no opportunity of any date`,
    body: object({ filters, activityTypes, ...page }),
    data: Type.Array(
      object({
        id: Id,
        name: Type.String(),
        path: Type.String(),
        readers: Count,
        engagements: Count,
        lastOn: Day,
      }),
    ),
    top,
  },
} as const satisfies Record<string, CallDefinition>;
