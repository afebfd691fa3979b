import type { FilterModel } from '@readerlens/filters/model';
import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import { answerWith, readModel } from '../../activities/searches/filter-input.ts';
import { createSavedSearches } from './saved-searches.ts';
import { accessToChange, createShownModels } from '../../activities/searches/shown-model.ts';
import { defaultModel, storeDefaultModel, usableModel } from '../../activities/searches/default-filters.ts';
import { findOwner, ownerToChange } from '../../people/owner.ts';
import { settingsAudit } from './audit-settings.ts';
import type { SettingsRequest } from './audit-settings.ts';

export const defaultFilterRoutes: Feature = (scope, services) => {
  const { db, catalogue } = services;
  const record = settingsAudit(services);
  const searches = createSavedSearches(services);
  const shownModels = createShownModels(services);
  const shown = async (model: FilterModel, { owner, session }: SettingsRequest) => {
    const access = accessToChange(owner, session);
    const [data = { filters: [], indices: [] }] = await shownModels([model], session, access);
    return { data };
  };

  route(scope, 'GET /api/default-filters/{userId}', {
    handler: async ({ params, session }) => {
      const owner = await findOwner(params.userId, session, services);
      return shown(await defaultModel(owner, services, new Date()), { owner, session });
    },
  });
  route(scope, 'GET /api/default-filters/{userId}/{savedSearchId}', {
    handler: async ({ params, session }) => {
      const owner = await findOwner(params.userId, session, services);
      const search = await searches.get(params.savedSearchId, { owner, session });
      return shown(await usableModel(search, owner, services), { owner, session });
    },
  });
  route(scope, 'PUT /api/default-filters', {
    handler: async ({ body, session }) => {
      const owner = await ownerToChange(body.userId, session, services);
      const { blinded } = session;
      const { model, dropped } = readModel(body, { owner, catalogue: await catalogue(), blinded });
      await db.transaction(async (trx) => {
        await storeDefaultModel(trx, owner.user.id, model);
        await record(trx, 'default-filters.update', { owner, session });
      });
      const { data } = await shown(model, { owner, session });
      return { data: answerWith(data, dropped) };
    },
  });
};
