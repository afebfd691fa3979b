import type { DefaultColumn } from '@readerlens/contract';
import type { ExportColumnDefinition } from '@readerlens/contract/explorer';
import { columnsSavedMessage } from '@readerlens/contract/searches/messages';
import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import {
  chosenColumns,
  readDefaultColumns,
  storeDefaultColumns,
} from '../../outputs/export/default-columns.ts';
import { findOwner, ownerToChange } from '../../people/owner.ts';
import { settingsAudit } from './audit-settings.ts';

const shown = (columns: readonly ExportColumnDefinition[]): DefaultColumn[] =>
  columns.map(({ field, category, isMandatoryForExport }) => ({ field, category, isMandatoryForExport }));

export const defaultColumnRoutes: Feature = (scope, services) => {
  const { db } = services;
  const record = settingsAudit(services);
  route(scope, 'GET /api/default-columns/{userId}', {
    handler: async ({ params, session }) => {
      const owner = await findOwner(params.userId, session, services);
      return { data: shown(await readDefaultColumns(db, owner)) };
    },
  });
  route(scope, 'PUT /api/default-columns', {
    handler: async ({ body, session }) => {
      const owner = await ownerToChange(body.userId, session, services);
      const columns = chosenColumns(body.columns, owner);
      await db.transaction(async (trx) => {
        await storeDefaultColumns(trx, owner.user.id, columns);
        await record(trx, 'default-columns.update', { owner, session }, { columns: columns.length });
      });
      return { data: shown(columns), message: columnsSavedMessage };
    },
  });
};
