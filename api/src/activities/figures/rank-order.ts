import type { OrgSortField, ReaderSortField } from '@readerlens/contract/most-active';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { previousRange } from '@readerlens/filters/model';
import type { EngagementSelection } from '../selection.ts';

export interface RankOrder<Field> {
  readonly field: Field;
  readonly descending: boolean;
  /** A name is then sorted by its pseudonym: the order of the real ones would reveal something about them. */
  readonly blinded: boolean;
}

/** What the figures of a previous period are compared by. */
export interface Place {
  readonly id: number;
  readonly engagements: number;
  /** By engagements, then by another count and the id; no two have the same. */
  readonly rank: number;
}

/** The figures of the previous period of a row; none without a comparison. */
export const compareWith = (places: readonly Place[] | undefined) => {
  const byId = new Map(places?.map((place) => [place.id, place]));
  return (id: number) => {
    const before = byId.get(id);
    return places
      ? {
          previousRank: before?.rank ?? null,
          previousActivities: before?.engagements ?? 0,
          isNew: before === undefined,
        }
      : {};
  };
};

const textFields: ReadonlySet<string> = new Set<OrgSortField | ReaderSortField>([
  'orgName',
  'name',
  'jobTitle',
]);

export interface RankSort<Field> {
  readonly field: Field;
  readonly order?: 'asc' | 'desc';
}

/** The order of organizations or readers. By default texts ascend, and figures descend. */
export const parseRankOrder = <Field extends string>(
  { field, order = textFields.has(field) ? 'asc' : 'desc' }: RankSort<Field>,
  { blinded }: { readonly blinded: boolean },
): RankOrder<Field> => ({ field, descending: order === 'desc', blinded });

/** A ranking groups activities twice. Packing and counting them takes less time. */
export const rankingCost = 3;

export const direction = ({ descending }: { readonly descending: boolean }): RawBuilder<unknown> =>
  descending ? sql`DESC` : sql`ASC`;

/** SELECTs of what is counted in a period and in the one before. */
export interface CountedPeriods {
  readonly now: RawBuilder<unknown>;
  readonly before: RawBuilder<unknown>;
}

/** The same selection in the period before. */
export const shiftBack = (selection: EngagementSelection): EngagementSelection => ({
  ...selection,
  range: previousRange(selection.range),
});

/** What is counted in the period of a selection and in the one before. */
export const countPeriods = (
  selection: EngagementSelection,
  count: (selection: EngagementSelection) => RawBuilder<unknown>,
): CountedPeriods => ({ now: count(selection), before: count(shiftBack(selection)) });
