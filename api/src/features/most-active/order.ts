import type { OrgSortField, ReaderSortField } from '@readerlens/contract/most-active';
import type { RankOrder } from '../../core/activities/rank-types.ts';

const textFields: ReadonlySet<string> = new Set<OrgSortField | ReaderSortField>([
  'orgName',
  'name',
  'jobTitle',
]);

interface Sort<Field> {
  readonly field: Field;
  readonly order?: 'asc' | 'desc';
}

const orderOf = <Field extends string>(
  { field, order = textFields.has(field) ? 'asc' : 'desc' }: Sort<Field>,
  blinded: boolean,
): RankOrder<Field> => ({ field, descending: order === 'desc', blinded });

/** The order of organizations, by engagements by default. Texts ascend by default, figures descend. */
export const organisationOrder = (
  sort: Sort<OrgSortField> = { field: 'activitiesCount' },
  { blinded }: { blinded: boolean },
): RankOrder<OrgSortField> => orderOf(sort, blinded);

/** The same for readers. */
export const readerOrder = (
  sort: Sort<ReaderSortField> = { field: 'totalEngagements' },
  { blinded }: { blinded: boolean },
): RankOrder<ReaderSortField> => orderOf(sort, blinded);
