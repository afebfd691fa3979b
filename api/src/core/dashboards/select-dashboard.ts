import type { FieldCatalogueSource } from '../people/field-catalogue.ts';
import type { Session } from '../people/session.ts';
import { selectEngagements } from '../activities/select-engagements.ts';
import type { EngagementRequest } from '../activities/select-engagements.ts';
import type { EngagementSelection } from '../activities/selection.ts';

/** Selects the activities of a dashboard, which needs clients. */
export const dashboardSelector =
  (catalogue: FieldCatalogueSource) =>
  async (request: EngagementRequest, { scope, blinded }: Session): Promise<EngagementSelection> =>
    selectEngagements(request, {
      scope,
      blinded,
      catalogue: await catalogue(),
      now: new Date(),
      form: 'dashboard',
    });
