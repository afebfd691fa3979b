import { useViewer } from '@readerlens/auth/react';
import { isStaff } from '@readerlens/contract/vocabulary';
import type { AreaSearch } from '@readerlens/filters';
import { useListPage } from '@readerlens/filters/list';
import type { ShowPage } from '@readerlens/filters/list';
import { requiresClients } from '@readerlens/filters/model';
import { useQuery } from '@tanstack/react-query';
import type { SearchView } from './search-address.ts';
import { engagementsQuery, statsQuery } from './search.queries.ts';
import type { EngagementRow } from './search.queries.ts';

/** The page of activities for filters and view. */
export const useEngagements = ({ model, user, hasClients }: AreaSearch, view: SearchView, show: ShowPage) => {
  const viewer = useViewer();
  const isMissing =
    user !== undefined && !hasClients && requiresClients('search', { seesAllClients: isStaff(user.role) });
  const ready = user !== undefined && !isMissing;
  const query = useQuery(engagementsQuery(model, view, { viewer, ready }));
  const list = useListPage<EngagementRow>(query, { ...view, isIdle: isMissing, show });
  const hasStats = ready && hasClients;
  const stats = useQuery(statsQuery(model, view, { viewer, enabled: hasStats })).data;
  return {
    ...list,
    viewer,
    /** A required client is missing, so nothing is requested. */
    isMissing,
    stats: hasStats ? stats : undefined,
  };
};

export type Engagements = ReturnType<typeof useEngagements>;
