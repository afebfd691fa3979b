// The pages of marketing performance, for the screens and for the mails about them. No schema library here.
import { defaultLookback } from './vocabulary.ts';
import type {
  ChangeMeasure,
  ComparedPeriod,
  Lookback,
  NewnessSubject,
  SideKind,
  SideName,
} from './vocabulary.ts';
import type { DealBasis } from './pipeline.ts';

export const marketingPageNames = [
  'contentInsights',
  'netNew',
  'pipeline',
  'comparison',
  'webinars',
  'events',
  'newsletters',
] as const;
export type MarketingPageName = (typeof marketingPageNames)[number];

export const marketingPages = {
  contentInsights: { title: 'Content Insights', path: '/performance/content-insights' },
  netNew: { title: 'Net New Readers & Organizations', path: '/performance/net-new-readers-orgs' },
  pipeline: { title: 'Pipeline Impact', path: '/performance/pipeline-impact' },
  comparison: {
    title: 'Comparative Content & Tactics',
    path: '/performance/comparative-content-tactics',
  },
  webinars: { title: 'Webinars', path: '/performance/tactic-activity/webinars' },
  events: { title: 'Events', path: '/performance/tactic-activity/events' },
  newsletters: { title: 'Custom Newsletters', path: '/performance/tactic-activity/custom-newsletters' },
} as const satisfies Record<MarketingPageName, { title: string; path: string }>;

/** What a number whose change is told counts, and what its parts are. */
export const measureWords = {
  engagementsByDocument: { unit: { one: 'engagement', many: 'engagements' }, of: 'document' },
  engagementsBySource: { unit: { one: 'engagement', many: 'engagements' }, of: 'tactic' },
  newReadersBySource: { unit: { one: 'new reader', many: 'new readers' }, of: 'source' },
  newOrganizationsBySource: { unit: { one: 'new organization', many: 'new organizations' }, of: 'source' },
  influencedDealsByStage: { unit: { one: 'influenced deal', many: 'influenced deals' }, of: 'stage' },
  registrantsByWebinar: { unit: { one: 'registrant', many: 'registrants' }, of: 'webinar' },
  registrantsByEvent: { unit: { one: 'registrant', many: 'registrants' }, of: 'event' },
  clickersByIssue: { unit: { one: 'clicker', many: 'clickers' }, of: 'issue' },
} as const satisfies Record<ChangeMeasure, { unit: { one: string; many: string }; of: string }>;

/** What a page says if nothing was uploaded for it, or nothing of the period. */
export const emptyPageWords = {
  pipeline: { upload: 'No opportunities yet' },
  webinars: { upload: 'No webinars yet', period: 'No webinar in this period' },
  events: { upload: 'No events yet', period: 'No event starts in this period' },
  newsletters: { upload: 'No newsletters yet', period: 'No issue was sent in this period' },
} as const satisfies Partial<Record<MarketingPageName, { upload: string; period?: string }>>;

/** What one side of a comparison has. */
export interface ChosenSide {
  readonly kind: SideKind;
  readonly ids: readonly string[];
}

/** The sides that a comparison starts with. */
export const startSides: Readonly<Record<SideName, ChosenSide>> = {
  baseline: { kind: 'tactic', ids: ['webinar'] },
  comparison: { kind: 'tactic', ids: ['organic'] },
};

/** 'documentType:3,7', as addresses have it. */
export const writeSide = ({ kind, ids }: ChosenSide): string => `${kind}:${ids.join()}`;

/** What a person chooses on a page besides filters. What is missing is as the page starts. */
export interface PageChoice {
  /** The period that numbers are compared with; missing if they are not. */
  readonly comparedWith?: ComparedPeriod | undefined;
  readonly subject?: NewnessSubject | undefined;
  readonly lookback?: Lookback | undefined;
  readonly basis?: DealBasis | undefined;
  /** As the address of the page names it. */
  readonly currency?: string | undefined;
  readonly sides?: Readonly<Record<SideName, ChosenSide>> | undefined;
}

const measures = {
  contentInsights: 'engagementsByDocument',
  pipeline: 'influencedDealsByStage',
  comparison: 'engagementsBySource',
  webinars: 'registrantsByWebinar',
  events: 'registrantsByEvent',
  newsletters: 'clickersByIssue',
} as const satisfies Record<Exclude<MarketingPageName, 'netNew'>, ChangeMeasure>;

/** The number whose change a page tells. */
export const chooseMeasure = (page: MarketingPageName, { subject }: PageChoice): ChangeMeasure => {
  if (page !== 'netNew') return measures[page];
  return subject === 'organizations' ? 'newOrganizationsBySource' : 'newReadersBySource';
};

/** The parameters of the address of a page with these choices. */
export const listChoiceParameters = (choice: PageChoice): [name: string, value: string][] => {
  const { comparedWith, subject = 'readers', lookback = defaultLookback, basis = 'created' } = choice;
  const { currency, sides = startSides } = choice;
  const starts: readonly [string, string | undefined, string | undefined][] = [
    ['compare', comparedWith, undefined],
    ['subject', subject, 'readers'],
    ['lookback', lookback, defaultLookback],
    ['basis', basis, 'created'],
    ['currency', currency, undefined],
    ['baseline', writeSide(sides.baseline), writeSide(startSides.baseline)],
    ['comparison', writeSide(sides.comparison), writeSide(startSides.comparison)],
  ];
  return starts.flatMap(([name, value, start]) =>
    value === undefined || value === start ? [] : [[name, value]],
  );
};

/** When a mail of a page is sent. */
export const pageMailDays = {
  Monday: 'Every Monday',
  Tuesday: 'Every Tuesday',
  Wednesday: 'Every Wednesday',
  Thursday: 'Every Thursday',
  Friday: 'Every Friday',
  Saturday: 'Every Saturday',
  Sunday: 'Every Sunday',
  FirstOfMonth: 'On the first of each month',
} as const;
export type PageMailDay = keyof typeof pageMailDays;
export const pageMailDayNames = Object.keys(pageMailDays) as PageMailDay[];

/** The local time at which mails of pages are sent. */
export const pageMailTime = '06:00';
/** The most mails of pages that a person can have. */
export const maxPageMails = 30;
/** The parameter of the address of a page that opens the list of mails. */
export const pageMailsParameter = { name: 'mails', value: 'open' } as const;

/** Why a page with fixed dates cannot be sent: each mail would say the same. */
export const fixedDatesMessage =
  'The dates of this page are fixed, so every email would say the same. Choose a date range that moves, such as the last 90 days.';
