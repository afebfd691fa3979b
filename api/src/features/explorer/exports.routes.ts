import type { CallInput, Calls } from '@readerlens/contract';
import { countText } from '@readerlens/contract/numbers';
import { findExportColumn } from '@readerlens/contract/explorer';
import type { ExportColumnDefinition, ExportColumnName, SearchColumn } from '@readerlens/contract/explorer';
import { maySeeValue } from '@readerlens/filters/model';
import type { FastifyReply } from 'fastify';
import { readOrder } from '../../activities/activity-order.ts';
import { countActivities } from '../../activities/key-list.ts';
import { namedKeys, namedWhere, requireAll } from '../../activities/named-activities.ts';
import { readNamedLists } from '../../activities/account-lists/filtered-lists.ts';
import { selectEngagements } from '../../activities/select-engagements.ts';
import { selectionWhere } from '../../activities/selection.ts';
import { createTermNames } from '../../activities/lookups/term-names.ts';
import type { TermNames } from '../../activities/lookups/term-names.ts';
import type { Feature, Services } from '../../people/services.ts';
import { clientDisconnectSignal } from '../../platform/http/disconnect-signal.ts';
import type { Row } from '../../platform/spreadsheet/index.ts';
import { badRequest } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Session } from '../../people/session.ts';
import { chosenColumns, readDefaultColumns } from '../../outputs/export/default-columns.ts';
import { selectionWords } from '../../activities/filter-words.ts';
import type { ExportRequest } from '../../outputs/export/plan-export.ts';
import { readProgress } from './export-progress.ts';
import { createExportReplies } from './export-reply.ts';
import type { ExportCaller } from './export-reply.ts';

type SearchBody = CallInput<Calls['POST /api/analytics/export']>['body'];
type SelectionBody = CallInput<Calls['POST /api/analytics/export-selection']>['body'];

const buildCaller = (
  session: Session,
  { exportId }: { exportId?: string },
  reply: FastifyReply,
): ExportCaller => ({
  session,
  exportId,
  disconnected: clientDisconnectSignal(reply),
  response: reply.raw,
});

/** Fits twenty thousand ids. */
const selectionBytes = 4 * 1024 * 1024;

/** The export columns with what a column of the table shows. */
const columnsOfTable: Readonly<Record<SearchColumn, readonly ExportColumnName[]>> = {
  date: ['date'],
  activityType: ['activityType'],
  quality: ['quality'],
  // The table has the job title beside the name.
  fullName: ['fullName', 'jobTitle'],
  company: ['company'],
  portal: ['portal'],
  docTitle: ['docTitle'],
  sequence: ['sequence'],
  specifics: ['specifics'],
};

/** What the table shows to the caller, who sees nothing in the other columns. */
const findShownColumns = (shown: readonly SearchColumn[], { scope }: Session): ExportColumnDefinition[] =>
  shown
    .flatMap((name) => columnsOfTable[name])
    .filter((field) => maySeeValue(field, scope.searchFields))
    .flatMap((field) => findExportColumn(field) ?? []);

/** @throws AppError 400 for options of the specified files, which these columns are not of */
const checkShown = ({ columns, aggregateSubsequents }: SearchBody | SelectionBody): void => {
  const path = columns ? 'columns' : aggregateSubsequents ? 'aggregateSubsequents' : undefined;
  if (path === undefined) return;
  const message = `A file as shown has no '${path}'.`;
  throw badRequest(message, 'invalid_input', [{ path, message }]);
};

const columnsFor = (body: SearchBody | SelectionBody, session: Session, { db }: Services) => {
  if (body.shownColumns) {
    checkShown(body);
    return findShownColumns(body.shownColumns, session);
  }
  return body.columns ? chosenColumns(body.columns, session) : readDefaultColumns(db, session);
};

const isBlinded = (body: SearchBody | SelectionBody, { blinded }: Session): boolean =>
  blinded || (body.blindReaderAndCompany ?? false);

const readLayout = ({ format, aggregateSubsequents, shownColumns }: SearchBody | SelectionBody) => ({
  ...(shownColumns ? { asShown: true } : {}),
  ...(format ? { format } : {}),
  aggregated: aggregateSubsequents ?? false,
});

/** The order of the table, which a file as shown has too. */
const orderRows = ({ sort, shownColumns }: SearchBody | SelectionBody, blinded: boolean): Row[] => {
  if (!shownColumns) return [];
  const { field, descending } = readOrder(sort, { blinded });
  return [
    ['Order', `${findExportColumn(field)?.label ?? field}, ${descending ? 'descending' : 'ascending'}`],
  ];
};

const ofSearch = async (
  body: SearchBody,
  session: Session,
  { services, names }: { services: Services; names: TermNames },
): Promise<ExportRequest> => {
  const { scope } = session;
  const blinded = isBlinded(body, session);
  const catalogue = await services.catalogue();
  const columns = await columnsFor(body, session, services);
  const selection = selectEngagements(body, {
    scope,
    // Search matches real values; the file shows pseudonyms.
    blinded: session.blinded,
    catalogue,
    now: new Date(),
    form: 'search',
    lists: await readNamedLists(services.db.kysely, [body.filters]),
  });
  return {
    ...readLayout(body),
    columns,
    where: selectionWhere(selection),
    viewer: { ...session, blinded },
    order: readOrder(body.sort, { blinded }),
    selection: 'All that match',
    filters: [
      ...(await selectionWords(body, selection, { catalogue, names, viewer: { scope, blinded } })),
      ...orderRows(body, blinded),
    ],
  };
};

const selectedWords = ({ itemIds: { length } }: SelectionBody): string =>
  countText(length, 'selected activity', 'selected activities');

const ofSelection = async (
  body: SelectionBody,
  session: Session,
  services: Services,
): Promise<ExportRequest> => {
  const blinded = isBlinded(body, session);
  const columns = await columnsFor(body, session, services);
  const where = namedWhere(namedKeys(body.itemIds), session.scope);
  const found = await countActivities(services.db.kysely, where);
  requireAll({ found, asked: body.itemIds.length });
  return {
    ...readLayout(body),
    columns,
    where,
    viewer: { ...session, blinded },
    order: readOrder(body.sort, { blinded }),
    selection: selectedWords(body),
    filters: orderRows(body, blinded),
  };
};

export const exportRoutes: Feature = (scope, services) => {
  const replies = createExportReplies(services);
  const names = createTermNames(services);
  scope.app.addHook('preClose', async () => services.exportSlots.refuseWaiting());
  route(scope, 'POST /api/analytics/export', {
    handler: async ({ body, session, reply }) => {
      const caller = buildCaller(session, body, reply);
      return replies.send(await ofSearch(body, session, { services, names }), caller);
    },
  });
  route(scope, 'POST /api/analytics/export-selection', {
    bodyLimit: selectionBytes,
    handler: async ({ body, session, reply }) => {
      const caller = buildCaller(session, body, reply);
      return replies.send(await ofSelection(body, session, services), caller);
    },
  });
  route(scope, 'GET /api/analytics/export-progress/{exportId}', {
    handler: async ({ params, session }) => {
      const progress = await readProgress(services.db.kysely, session.user.id, params.exportId);
      // The browser may poll before the export has started.
      return { data: progress ?? { rows: 0, total: 0, waiting: 0 } };
    },
  });
};
