import { timelineSize } from '@readerlens/contract/readers';
import { createDimensionNamesSource } from '../activities/dimension-names.ts';
import { createPostgresEngagementStore } from '../activities/postgres-engagement-store.ts';
import { createRankings } from '../activities/rankings.ts';
import type { EngagementRequest } from '../activities/select-engagements.ts';
import { selectionWhere } from '../activities/selection.ts';
import type { EngagementSelection } from '../activities/selection.ts';
import type { Session } from '../people/session.ts';
import type { Services } from '../services.ts';
import { timelinePart } from './activity-list.ts';
import { createDashboardService } from './dashboard.service.ts';
import { dashboardSelector } from './select-dashboard.ts';
import { createSubjects } from './subjects.ts';
import type { Subject } from './subjects.ts';

export const isEmptyList = (list: readonly unknown[]): boolean => list.length === 0;

interface TimelineRequest {
  readonly size?: number | undefined;
  readonly after?: string | undefined;
}

/** What the dashboards of one reader and of one organization have in common. */
export const createSubjectDashboard = ({ db, catalogue }: Pick<Services, 'catalogue' | 'db'>) => {
  const figures = createDashboardService({
    store: createPostgresEngagementStore(db),
    names: createDimensionNamesSource(db),
  });
  const rankings = createRankings(db);
  const subjects = createSubjects(db);
  const select = dashboardSelector(catalogue);

  /** Reads figures of the subject of a request, which must be one that the caller may see. */
  const ofSubject = async <T>(
    request: EngagementRequest & Subject,
    session: Session,
    read: (selection: EngagementSelection) => Promise<T>,
    isEmpty: (figures: T) => boolean,
  ): Promise<T> => {
    const selection = await select(request, session);
    return subjects.figures(request, session.scope, { read: () => read(selection), isEmpty });
  };

  const timeline = async (request: EngagementRequest & Subject & TimelineRequest, session: Session) => {
    const { size = timelineSize, after } = request;
    const { items, next } = await ofSubject(
      request,
      session,
      (selection) => timelinePart(db.kysely, selectionWhere(selection), { size, after }, session),
      (part) => isEmptyList(part.items),
    );
    return { data: items, next };
  };

  return { figures, rankings, subjects, select, ofSubject, timeline };
};
