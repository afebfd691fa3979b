import { exportName } from '@readerlens/contract/explorer';
import { readOrder } from '../../activities/activity-order.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import type { Services } from '../../people/services.ts';
import { namedKeys } from '../../activities/named-activities.ts';
import { readNamedRows } from '../../activities/named-rows.ts';
import { readHelp, sheetsPdf } from '../../outputs/activity-sheet/sheets-pdf.ts';

export const activitySheetRoutes = (scope: ApiScope, { db, audit, config }: Services): void => {
  route(scope, 'POST /api/analytics/export-pdf', {
    handler: async ({ body, session }) => {
      const blinded = session.blinded || (body.blindReaderAndCompany ?? false);
      const order = body.sort ? readOrder(body.sort, { blinded }) : undefined;
      const rows = await readNamedRows(db.kysely, namedKeys(body.itemIds), session.scope, order);
      const content = await sheetsPdf(rows, { ...session, blinded }, readHelp(config));
      await audit.record({
        action: 'activities.export-pdf',
        ...auditedIdentities(session),
        detail: { activities: rows.length, masked: blinded },
      });
      return { name: `${exportName(new Date())}.pdf`, content };
    },
  });
};
