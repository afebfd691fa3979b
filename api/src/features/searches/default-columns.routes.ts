import type { DefaultColumn } from '@readerlens/contract';
import type { ExportColumnDefinition } from '@readerlens/contract/explorer';
import type { Feature } from '../../core/services.ts';
import { route } from '../../platform/http/route.ts';
import {
  chosenColumns,
  defaultColumnsOf,
  storeDefaultColumns,
} from '../../core/export-plan/default-columns.ts';
import { ownerOf } from '../../core/people/owner.ts';

const shown = (columns: readonly ExportColumnDefinition[]): DefaultColumn[] =>
  columns.map(({ field, category, isMandatoryForExport }) => ({ field, category, isMandatoryForExport }));

export const defaultColumnRoutes: Feature = (scope, services) => {
  const { db } = services;
  route(scope, 'GET /api/default-columns/{userId}', {
    handler: async ({ params, session }) => {
      const owner = await ownerOf(params.userId, session, services);
      return { data: shown(await defaultColumnsOf(db, owner)) };
    },
  });
  route(scope, 'PUT /api/default-columns', {
    handler: async ({ body, session }) => {
      const owner = await ownerOf(body.userId, session, services);
      const columns = chosenColumns(body.columns, owner);
      await storeDefaultColumns(db, owner.user.id, columns);
      return { data: shown(columns), message: 'Default Columns Saved' };
    },
  });
};
