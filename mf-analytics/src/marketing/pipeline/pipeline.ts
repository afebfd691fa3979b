import { marketingPages } from '@readerlens/contract/marketing-pages';
import {
  creditBases,
  creditModels,
  dealBases,
  influences,
  tactics,
  touchWindows,
  dealPageSizes,
} from '@readerlens/contract/marketing-pipeline';
import type {
  CreditBasis,
  CreditModel,
  DealBasis,
  DealMatch,
  Influence,
  StageOutcome,
  Tactic,
} from '@readerlens/contract/marketing-pipeline';
import { useUrlChoice } from '@readerlens/filters';
import { knownOption, listAddress, textParameter } from '@readerlens/filters/list';
import type { ListParameter } from '@readerlens/filters/list';
import { optionParameter } from '../tactics/tactic-address.ts';

export const pipelinePath = marketingPages.pipeline.path;
/** Ids of the lists, for links on the page. */
export const dealsListId = 'deals';
export const withoutDealsId = 'without-deals';

export const basisOptions: readonly { value: DealBasis; label: string }[] = [
  { value: 'created', label: 'Created' },
  { value: 'closed', label: 'Closed' },
];

export const modelLabels: Record<CreditModel, string> = {
  even: 'Even: the same for each touch',
  first: 'First: all to the first touch',
  last: 'Last: all to the last touch',
  position: 'Position: 40% first, 40% last, 20% between',
  decay: 'Time decay: half for each 30 days before the end',
};

export const tacticLabels: Record<Tactic, string> = {
  webinar: 'Webinars',
  event: 'Events',
  newsletter: 'Newsletters',
  request: 'Customer requests',
  content: 'Other content',
};

export const influenceLabels: Record<Influence, string> = {
  all: 'All deals',
  influenced: 'Influenced deals',
  assisted: 'Assisted deals',
  accelerated: 'Accelerated deals',
  none: 'Deals without influence',
};

export const outcomeLabels: Record<StageOutcome, string> = { open: 'Open', won: 'Won', lost: 'Lost' };

/** Which deals a number is about, besides their influence. */
export const matchGroups = {
  any: undefined,
  matched: ['domain', 'name', 'hand'],
  ambiguous: ['ambiguous'],
  unmatched: ['none'],
} as const satisfies Record<string, readonly DealMatch[] | undefined>;
export type MatchGroup = keyof typeof matchGroups;
const matchGroupNames = Object.keys(matchGroups) as MatchGroup[];

const optional = <T extends number | string>(options: readonly T[]): ListParameter<T | undefined> => ({
  read: (text) => knownOption(options, text),
  write: (value) => (value === undefined ? undefined : String(value)),
});

export const outcomeGroups = {
  any: undefined,
  open: ['open'],
  won: ['won'],
  closed: ['won', 'lost'],
  credited: ['open', 'won'],
} as const satisfies Record<string, readonly StageOutcome[] | undefined>;
export type OutcomeGroup = keyof typeof outcomeGroups;

export const dealsAddress = listAddress(
  {
    sortColumns: ['created'],
    sizes: dealPageSizes,
    start: { sort: { column: 'created', descending: true }, page: 1, size: 10 },
  },
  {
    influence: optionParameter<Influence>(influences, 'all'),
    outcome: optionParameter<OutcomeGroup>(Object.keys(outcomeGroups) as OutcomeGroup[], 'any'),
    match: optionParameter<MatchGroup>(matchGroupNames, 'any'),
    stage: textParameter(200),
    /** The currency of the listed deals, which all have an amount then. */
    money: textParameter(10),
    tactic: optional<Tactic>(tactics),
    window: optional<number>(touchWindows),
    /** Set where the rows are of credits of a period of touches. */
    by: optional<CreditBasis>(creditBases),
    dated: optional(['1']),
  },
);
export type DealsView = ReturnType<typeof dealsAddress.read>;

/** The address of the page with the deals behind a number, from its `location.search`. */
export const dealsLink = (search: string, limits: Partial<DealsView>): string =>
  `${pipelinePath}${dealsAddress.write({ ...dealsAddress.read(''), ...limits }, search)}#${dealsListId}`;

/** The choices of the page, kept in the URL. */
export const usePipelineChoice = () => {
  const [basis, setBasis] = useUrlChoice<DealBasis>('basis', [...dealBases] as [DealBasis, ...DealBasis[]]);
  return { basis, setBasis };
};
export const useCreditChoice = () => {
  const [model, setModel] = useUrlChoice<CreditModel>('model', [...creditModels] as [
    CreditModel,
    ...CreditModel[],
  ]);
  const [isByTouch, setByTouch] = useUrlChoice<'deal' | 'touch'>('credits', ['deal', 'touch']);
  return { model, setModel, isByTouch: isByTouch === 'touch', setByTouch };
};

/** 'Days -180 to -151', 'Day 180 and later'. */
export const nameWindow = (from: number): string =>
  from === touchWindows.at(-1) ? `Day ${from} and later` : `Days ${from} to ${from + 29}`;

export const helpTexts = {
  assisted:
    'The organization of the deal had an engagement in the 180 days before the deal was created. Days are UTC.',
  accelerated:
    'The organization had an engagement between the creation and the close of the deal, or until now for an open one; never after the close.',
  influenced:
    'Assisted or accelerated. Only engagements that you may see and that match the filters count. It is an association, not a cause.',
  deals:
    'Deals whose chosen day (created, or closed for won and lost ones) is in the period. Deals without a matched organization are among them.',
  amounts:
    'The amounts of the influenced deals, and their share of all amounts of the currency. Currencies are never added, and deals without a currency are a group of their own.',
  winRate: 'Won deals divided by won and lost ones.',
  size: 'The amount of won deals divided by their number, in one currency.',
  cycle: 'Days from the creation to the close of won deals with a closed day, divided by their number.',
} as const;
