// The sides of a comparison as filters. Browser and API share them, so that a number and the search behind it agree.
import { isUuid } from '@readerlens/contract/guards';
import type { SideKind } from '@readerlens/contract/marketing';
import { sources } from '@readerlens/contract/vocabulary';
import type { ActivityType, Source } from '@readerlens/contract/vocabulary';
import { termsFilter } from './defaults.ts';
import { isDateFilter } from './kinds.ts';
import type { Filter, FilterModel } from './kinds.ts';

/** How each source is searched for. Webinars and events are activity types rather than media. */
export const sourceFilters: Record<Source, { media: string } | { type: ActivityType }> = {
  organic: { media: 'Non-newsletter' },
  customNewsletter: { media: 'Custom Newsletters' },
  editorial: { media: 'Regular Newsletters' },
  leadNurtureCampaign: { media: 'Lead Nurture Campaign Newsletters' },
  streamNL: { media: 'Stream NL' },
  webinar: { type: 'Webinar' },
  event: { type: 'Event' },
};

export interface Side {
  readonly kind: SideKind;
  readonly ids: readonly string[];
  /** The model of its saved search, once that is read. */
  readonly saved?: FilterModel;
}

/** The field that a side filters by. A saved search has several. */
export const sideFields: Record<Exclude<SideKind, 'savedSearch'>, string> = {
  documentType: 'DocumentTypes',
  theme: 'ContentTopics',
  tactic: 'MediaSource',
};

const listWays = ({ kind, ids }: Side) =>
  kind === 'tactic'
    ? sources.filter((source) => ids.includes(source)).map((source) => sourceFilters[source])
    : [];

const listTacticTypes = (side: Side): ActivityType[] =>
  listWays(side).flatMap((way) => ('type' in way ? [way.type] : []));

const listMedia = (side: Side): string[] =>
  listWays(side).flatMap((way) => ('media' in way ? [way.media] : []));

/** Without a filter a side would be everything. */
const readSaved = ({ saved }: Side): FilterModel => {
  if (!saved) throw new Error('The saved search of a side has not been read.');
  return saved;
};

/** The filters of a saved search that apply to a side. Clients and dates are those of the page. */
export const keepSideFilters = (filters: readonly Filter[]): Filter[] =>
  filters.filter((filter) => filter.field !== 'Clients' && !isDateFilter(filter));

/** The activity types that a side is limited to; empty if it is not. */
export const listSideTypes = (side: Side): readonly ActivityType[] =>
  side.kind === 'savedSearch' ? readSaved(side).indices : listTacticTypes(side);

/** The filters that a side adds. */
export const buildSideFilters = (side: Side): Filter[] => {
  const { kind, ids } = side;
  if (kind === 'savedSearch') return keepSideFilters(readSaved(side).filters);
  const field = sideFields[kind];
  if (kind !== 'tactic')
    return [
      termsFilter(
        field,
        ids.map((id) => ({ id })),
      ),
    ];
  const media = listMedia(side);
  return media.length > 0 ? [{ $type: 'Media', field, value: media }] : [];
};

export const mixedTacticsMessage = 'Webinars and events cannot be combined with other tactics.';
export const oneSavedSearchMessage = 'Choose one saved search.';
export const missingSavedSearchMessage =
  'This saved search does not exist: it was deleted, or it belongs to somebody else. Choose another one.';

/** Why a side cannot be searched for; undefined if it can. No search finds an activity type or a medium. */
export const findSideProblem = (side: Side): string | undefined => {
  const { kind, ids } = side;
  if (kind === 'savedSearch') {
    if (ids.length !== 1) return oneSavedSearchMessage;
    return ids.every(isUuid) ? undefined : missingSavedSearchMessage;
  }
  if (kind !== 'tactic') return undefined;
  if (!ids.every((id) => sources.some((source) => source === id))) return 'Choose known tactics.';
  return listTacticTypes(side).length > 0 && listMedia(side).length > 0 ? mixedTacticsMessage : undefined;
};

/** A model limited to a side. Filters that it has on the same field still apply. */
export const narrowToSide = ({ filters, indices }: FilterModel, side: Side): FilterModel => {
  const types = listSideTypes(side);
  return {
    filters: [...filters, ...buildSideFilters(side)],
    indices:
      types.length === 0 ? indices : types.filter((type) => indices.length === 0 || indices.includes(type)),
  };
};
