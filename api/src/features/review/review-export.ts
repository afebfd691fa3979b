import type { ReviewActivity } from '@readerlens/contract';
import { reviewStatusText } from '@readerlens/contract/review';
import { keyBatches, readKeyList } from '../../activities/key-list.ts';
import { requireAll } from '../../activities/named-activities.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { checkRowCount, writeWorkbook } from '../../platform/spreadsheet/index.ts';
import type { Cell, Column, Row } from '../../platform/spreadsheet/index.ts';
import { timeText } from '../../platform/time-text.ts';
import { aboutExport } from './export-about.ts';
import type { ExportBody } from './export-about.ts';
import { reviewItem } from './review-item.ts';
import { buildKeyOrder, readRows } from './review-rows.ts';
import type { ReviewOrder } from './review-rows.ts';
import { filterWhere } from './review-where.ts';
import { namedActivities, namedWhere } from './selected.ts';

interface ExportColumn extends Column {
  readonly of: (item: ReviewActivity) => Cell;
}

const column = (title: string, width: number, of: ExportColumn['of']): ExportColumn => ({ title, width, of });
const moment = (text: string | null): Cell => (text === null ? null : timeText(new Date(text)));

const columns: readonly ExportColumn[] = [
  column('Drop Date', 23, ({ dropDate }) => moment(dropDate)),
  column('Status', 16, ({ status }) => reviewStatusText[status]),
  column('Reject Reason', 20, ({ rejectReason }) => rejectReason),
  column('Approved Date', 23, ({ approvedDate }) => moment(approvedDate)),
  column('First Name', 16, ({ firstName }) => firstName),
  column('Last Name', 16, ({ lastName }) => lastName),
  column('Client', 24, ({ client }) => client),
  column('Email', 32, ({ email }) => email),
  column('Job Title', 24, ({ jobTitle }) => jobTitle),
  column('Specifics', 40, ({ specifics }) => specifics),
  column('Country', 16, ({ country }) => country),
  column('City', 16, ({ city }) => city),
  column('State', 12, ({ state }) => state),
  column('Activity Source', 15, ({ activitySource }) => activitySource),
  column('Online', 20, ({ online }) => online),
  column('Content Title', 48, ({ documentTitle }) => documentTitle),
  column('Document Company', 24, ({ documentCompanyName }) => documentCompanyName),
  // Last, because the others are the columns of the screen.
  column('Reader Name', 28, ({ fullName }) => fullName),
];

const batchSize = 500;

/** The condition on the selected activities, with their number if there are any; else on all that match. */
const buildSelection = (
  body: ExportBody,
  session: Session,
): { where: Condition; asked: number | undefined } => {
  const { engagementIds = [], customerRequestIds = [] } = body;
  const asked = engagementIds.length + customerRequestIds.length;
  if (asked === 0) return { where: filterWhere(body, session), asked: undefined };
  const { named } = namedActivities({ engagementIds, customerRequestIds });
  return { where: namedWhere(named, session.scope), asked };
};

type Parts = Pick<Services, 'db' | 'audit'>;

async function* readCellBatches({ db }: Parts, keys: string, session: Session): AsyncGenerator<Row[]> {
  for (const batch of keyBatches(keys, batchSize)) {
    const rows = await readRows(db.kysely, batch);
    yield rows.map((row) => {
      const item = reviewItem(row, session);
      return columns.map(({ of }) => of(item));
    });
  }
}

/**
 * A spreadsheet of activities with a second sheet that describes them. All keys are read at once, so that later
 * changes neither add nor remove rows; row contents are read while writing.
 * @throws AppError 400 for more rows than a spreadsheet can hold, 404 if the reviewer may not see all selected ones
 */
export const exportActivities = async (
  parts: Parts,
  body: ExportBody,
  order: ReviewOrder,
  session: Session,
) => {
  const { where, asked } = buildSelection(body, session);
  const { keys, count } = await readKeyList(parts.db.kysely, where, buildKeyOrder(order));
  if (asked !== undefined) requireAll({ found: count, asked });
  checkRowCount(count);
  const about = await aboutExport(parts.db.kysely, body, { count, session });
  const detail = { activities: count, masked: session.blinded, selection: about.selection };
  await parts.audit.record({ action: 'review.export', ...auditedIdentities(session), detail });
  return writeWorkbook([
    { name: 'Activities', columns, rows: readCellBatches(parts, keys, session) },
    { name: 'About', columns: about.columns, rows: [about.rows] },
  ]);
};
