import type { CallInput, Calls } from '@readerlens/contract';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { qualifiedKeyOf } from '../activities/activity-key.ts';
import type { QualifiedKey } from '../activities/activity-key.ts';
import { orderOf } from '../activities/activity-order.ts';
import { namedWhere } from '../activities/named-activities.ts';
import { allOf } from '../engagements/filter-sql.ts';
import { selectEngagements } from '../engagements/select-engagements.ts';
import { selectionWhere } from '../engagements/selection.ts';
import { createTermNames } from '../lookups/term-names.ts';
import type { TermNames } from '../lookups/term-names.ts';
import { departureOf } from '../platform/departure.ts';
import { badRequest } from '../platform/errors.ts';
import type { Feature } from '../platform/feature.ts';
import { route } from '../platform/route.ts';
import type { Services } from '../platform/services.ts';
import type { Session } from '../platform/session.ts';
import type { Row } from '../platform/spreadsheet/index.ts';
import { chosenColumns, defaultColumnsOf } from '../preferences/default-columns.ts';
import { textWhere } from '../search/text-where.ts';
import { createActivityExports } from './export-activities.ts';
import type { ExportRequest } from './export-activities.ts';
import { readProgress } from './export-progress.ts';
import { filterWords, maskedText } from './filter-words.ts';

type SearchBody = CallInput<Calls['POST /api/analytics/export']>['body'];
type SelectionBody = CallInput<Calls['POST /api/analytics/export-selection']>['body'];

/** Twenty thousand ids. */
const selectionBytes = 4 * 1024 * 1024;

const columnsFor = (body: SearchBody | SelectionBody, { user }: Session, { db }: Services) =>
  body.columns ? chosenColumns(body.columns) : defaultColumnsOf(db, user.id);

const isBlinded = (body: SearchBody | SelectionBody, { blinded }: Session): boolean =>
  blinded || (body.blindReaderAndCompany ?? false);

const queryWords = ({ query }: SearchBody, blinded: boolean): Row[] =>
  query?.trim() ? [['Text', blinded ? maskedText : query.trim()]] : [];

const documentWords = ({ documentIds }: SearchBody): Row[] =>
  documentIds ? [['Documents', `${documentIds.length} chosen`]] : [];

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
    // What was found by its true values is named by stand-ins all the same.
    blinded: session.blinded,
    catalogue,
    now: new Date(),
    form: 'search',
  });
  const { range, activityTypes } = selection;
  return {
    options: body,
    columns,
    where: allOf([selectionWhere(selection), ...textWhere(body.query, session)]),
    order: orderOf(body.sort, { blinded }),
    blinded,
    selection: 'All that match',
    filters: [
      ['From Date', range.from],
      ['To Date', range.to],
      ['Activity Types', activityTypes.map((type) => activityTypeLabel[type]).join(', ')],
      ...queryWords(body, blinded),
      ...documentWords(body),
      ...(await filterWords(body.filters, { catalogue, names, viewer: { scope, blinded } })),
    ],
  };
};

const namedKeys = (itemIds: readonly string[]): QualifiedKey[] =>
  itemIds.map((id, index) => {
    const key = qualifiedKeyOf(id);
    if (key) return key;
    const message = `'${id}' is not the id of an activity.`;
    throw badRequest(message, 'invalid_input', [{ path: `itemIds.${index}`, message }]);
  });

const selectedWords = ({ itemIds: { length } }: SelectionBody): string =>
  `${length} selected ${length === 1 ? 'activity' : 'activities'}`;

const ofSelection = async (
  body: SelectionBody,
  session: Session,
  services: Services,
): Promise<ExportRequest> => {
  const blinded = isBlinded(body, session);
  return {
    options: body,
    columns: await columnsFor(body, session, services),
    where: namedWhere(namedKeys(body.itemIds), session.scope),
    order: orderOf(body.sort, { blinded }),
    blinded,
    selection: selectedWords(body),
    filters: [],
  };
};

export const exportRoutes: Feature = (scope, services) => {
  const exports = createActivityExports(services);
  const names = createTermNames(services);
  route(scope, 'POST /api/analytics/export', {
    handler: async ({ body, session, reply }) => {
      const left = departureOf(reply);
      return exports.export(await ofSearch(body, session, { services, names }), session, left);
    },
  });
  route(scope, 'POST /api/analytics/export-selection', {
    bodyLimit: selectionBytes,
    handler: async ({ body, session, reply }) => {
      const left = departureOf(reply);
      return exports.export(await ofSelection(body, session, services), session, left);
    },
  });
  route(scope, 'GET /api/analytics/export-progress/{exportId}', {
    handler: async ({ params, session }) => {
      const progress = await readProgress(services.db.kysely, session.user.id, params.exportId);
      // Whoever asks before it has begun is not wrong, only early.
      return { data: progress ?? { rows: 0, total: 0 } };
    },
  });
};
