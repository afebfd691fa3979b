import type { ReviewSearch } from '@readerlens/contract';
import { reviewExportName } from '@readerlens/contract/review';
import { countActivities, readKeys } from '../../activities/key-list.ts';
import { noSuchThing } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { decide } from './decide.ts';
import { listDecisions } from './list-decisions.ts';
import { reverseDecision } from './reverse-decision.ts';
import { exportActivities } from './review-export.ts';
import { reviewItem } from './review-item.ts';
import { buildKeyOrder, readRows } from './review-rows.ts';
import type { ReviewOrder } from './review-rows.ts';
import { filterWhere } from './review-where.ts';
import { checkDecision, checkFilter } from './review.policy.ts';

/** Fits twenty thousand ids with statuses. */
const selectionBytes = 4 * 1024 * 1024;

const readOrder = (
  { sortCol = 'DropDate', sortOrder = 'desc' }: Pick<ReviewSearch, 'sortCol' | 'sortOrder'>,
  { blinded }: Session,
): ReviewOrder => ({ column: sortCol, descending: sortOrder === 'desc', blinded });

export const reviewRoutes = (scope: ApiScope, services: Services): void => {
  const { db } = services;
  route(scope, 'POST /api/review-activities-search', {
    handler: async ({ body, session }) => {
      const { blinded } = session;
      checkFilter(body, { now: new Date(), blinded });
      const { page = 1, size = 10 } = body;
      const where = filterWhere(body, session);
      const [total, keys] = await Promise.all([
        countActivities(db.kysely, where),
        readKeys(db.kysely, where, buildKeyOrder(readOrder(body, session)), {
          size,
          offset: (page - 1) * size,
        }),
      ]);
      const rows = await readRows(db.kysely, keys);
      const found = {
        items: rows.map((row) => reviewItem(row, { blinded })),
        total,
        totalPages: Math.ceil(total / size),
      };
      return { data: found, ...found };
    },
  });
  route(scope, 'POST /api/export-activities-review', {
    bodyLimit: selectionBytes,
    handler: async ({ body, session }) => {
      checkFilter(body, { now: new Date(), blinded: session.blinded });
      const content = await exportActivities(services, body, readOrder(body, session), session);
      return { name: reviewExportName, content };
    },
  });
  route(scope, 'POST /api/review-activities', {
    bodyLimit: selectionBytes,
    handler: async ({ body, session }) => {
      checkDecision(body, { now: new Date(), blinded: session.blinded });
      const outcome = await decide(services, body, session);
      return { data: outcome, ...outcome };
    },
  });
  route(scope, 'GET /api/review-activities/decisions', {
    handler: async ({ query, session }) => ({ data: await listDecisions(db.kysely, query, session) }),
  });
  route(scope, 'POST /api/review-activities/decisions/{id}/reverse', {
    handler: async ({ params, session }) => {
      const id = parseId(params.id);
      if (id === undefined) throw noSuchThing('decision');
      return { data: await reverseDecision(services, id, session) };
    },
  });
};
