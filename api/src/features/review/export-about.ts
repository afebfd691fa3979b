import { sql } from 'kysely';
import type { CallInput, Calls } from '@readerlens/contract';
import { canonicalQuery } from '@readerlens/contract/text';
import type { Kysely } from 'kysely';
import { clientPseudonym, maskedText } from '../../people/blinding/pseudonyms.ts';
import type { Schema } from '../../platform/db/index.ts';
import { parseId } from '../../platform/http/ids.ts';
import type { Session } from '../../people/session.ts';
import { aboutColumns, aboutRows } from '../../outputs/export/about-sheet.ts';
import type { Row } from '../../platform/spreadsheet/index.ts';

export type ExportBody = CallInput<Calls['POST /api/export-activities-review']>['body'];

const idsIn = (ids: readonly string[] = [], most = 2_147_483_647) =>
  ids.flatMap((id) => parseId(id) ?? []).filter((id) => id <= most);

const clientNames = async (kysely: Kysely<Schema>, { companyIds }: ExportBody, { blinded }: Session) => {
  const ids = idsIn(companyIds);
  if (blinded) return ids.map(clientPseudonym);
  const rows = await kysely
    .selectFrom('client')
    .select('name')
    .where('id', '=', sql<number>`ANY(${ids}::integer[])`)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};

const communityNames = async (kysely: Kysely<Schema>, { onlines }: ExportBody) => {
  const rows = await kysely
    .selectFrom('community')
    .select('name')
    .where('id', '=', sql<number>`ANY(${idsIn(onlines, 32_767)}::smallint[])`)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};

const listed = (values: readonly (string | number)[] | undefined): string =>
  values && values.length > 0 ? values.join(', ') : 'All';

const comparedText = ({ comparedFields = [], inclusionCondition = 'All' }: ExportBody): string =>
  comparedFields.length === 0
    ? 'All'
    : comparedFields
        .map(({ operation, value }) => `${operation} ${value}`)
        .join(inclusionCondition === 'All' ? ' and ' : ' or ');

const describeQuery = ({ query = '' }: ExportBody, { blinded }: Session): string =>
  canonicalQuery(query) === '' ? 'All' : blinded ? maskedText : canonicalQuery(query);

/** The sheet names no reader or organization, because the reviewer may see no activity of it. */
const describeId = (id: string | undefined): string => (id === undefined ? 'All' : `Id ${id}`);

const filterRows = async (kysely: Kysely<Schema>, body: ExportBody, session: Session): Promise<Row[]> => [
  ['Status', body.status],
  ['From Date', body.from],
  ['To Date', body.to],
  ['Lead Type', body.secondaryOnly ? 'Subsequent' : 'Initial'],
  ['Activity Source', body.activitySource ?? 'All'],
  ['Activity Types', listed(body.activityTypes)],
  ['Quality', listed(body.quality)],
  ['Clients', body.companyIds?.length ? listed(await clientNames(kysely, body, session)) : 'All'],
  ['Onlines', body.onlines?.length ? listed(await communityNames(kysely, body)) : 'All'],
  ['Reader', describeId(body.readerId)],
  ['Organization', describeId(body.organizationId)],
  ['Email', comparedText(body)],
  ['Text', describeQuery(body, session)],
];

/** Writes the second sheet of an export: author, filters, number of rows, and whether it is masked. */
export const aboutExport = async (
  kysely: Kysely<Schema>,
  body: ExportBody,
  { count, session }: { count: number; session: Session },
) => {
  const selected = (body.engagementIds?.length ?? 0) + (body.customerRequestIds?.length ?? 0);
  const selection = selected > 0 ? `${selected} selected activities` : 'All that match';
  const rows: Row[] = [
    ...aboutRows({ user: session.user, count, masked: session.blinded, selection }),
    ...(await filterRows(kysely, body, session)),
  ];
  return { columns: aboutColumns, rows, selection };
};
