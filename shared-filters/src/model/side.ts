// The sides of a comparison as filters. Browser and API share them, so that a number and the search behind it agree.
import type { SideKind } from '@readerlens/contract/marketing';
import { sources } from '@readerlens/contract/vocabulary';
import type { ActivityType, Source } from '@readerlens/contract/vocabulary';
import { termsFilter } from './defaults.ts';
import type { FilterModel, MediaFilter, TermsFilter } from './kinds.ts';

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
}

/** The field that a side filters by. */
export const sideFields: Record<SideKind, string> = {
  documentType: 'DocumentTypes',
  theme: 'ContentTopics',
  tactic: 'MediaSource',
};

const listWays = ({ kind, ids }: Side) =>
  kind === 'tactic'
    ? sources.filter((source) => ids.includes(source)).map((source) => sourceFilters[source])
    : [];

/** The activity types that a side is limited to; empty if it is not. */
export const listSideTypes = (side: Side): ActivityType[] =>
  listWays(side).flatMap((way) => ('type' in way ? [way.type] : []));

const listMedia = (side: Side): string[] =>
  listWays(side).flatMap((way) => ('media' in way ? [way.media] : []));

/** The filters that a side adds. */
export const buildSideFilters = (side: Side): (MediaFilter | TermsFilter)[] => {
  const field = sideFields[side.kind];
  if (side.kind !== 'tactic')
    return [
      termsFilter(
        field,
        side.ids.map((id) => ({ id })),
      ),
    ];
  const media = listMedia(side);
  return media.length > 0 ? [{ $type: 'Media', field, value: media }] : [];
};

export const mixedTacticsMessage = 'Webinars and events cannot be combined with other tactics.';

/** Why a side cannot be searched for; undefined if it can. No search finds an activity type or a medium. */
export const findSideProblem = (side: Side): string | undefined => {
  if (side.kind !== 'tactic') return undefined;
  if (!side.ids.every((id) => sources.some((source) => source === id))) return 'Choose known tactics.';
  return listSideTypes(side).length > 0 && listMedia(side).length > 0 ? mixedTacticsMessage : undefined;
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
