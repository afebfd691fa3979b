import { satisfies } from '@readerlens/auth';
import { useSession } from '@readerlens/auth/react';
import { withSwitches } from '@readerlens/contract/registry';
import type { Registry } from '@readerlens/contract/registry';
import { EmptyState, ErrorState, NotFound, Spinner } from '@readerlens/ui';
import { useLocation } from 'react-router-dom';
import { config } from './config.ts';
import {
  AreaOutlet,
  AreaUnavailable,
  matchArea,
  refreshRegistry,
  useRegistry,
  useVisit,
} from './host/index.ts';
import type { AreaMatch, InvalidArea } from './host/index.ts';
import { AppLayout } from './layout/app-layout.tsx';
import { BareLayout } from './layout/bare-layout.tsx';
import { isTurnedOff } from './navigation/nav-model.ts';
import { RouteAnnouncer } from './layout/route-announcer.tsx';
import { messages } from './messages.ts';
import { Denied } from './session/denied.tsx';
import { RequireUser } from './session/session-guard.tsx';

const useIsAllowed = (registry: Registry, match: AreaMatch | undefined, pathname: string): boolean => {
  const claims = useSession((state) => state.claims);
  if (!match) return true;
  return (
    satisfies(claims, match.route.access) &&
    !isTurnedOff(registry, { route: match.route, pathname }, withSwitches(config.features, registry))
  );
};

/** A path that no area has: it may belong to an invalid one, or there may be no areas at all. */
const NoArea = ({ registry, owner }: { registry: Registry; owner: InvalidArea | undefined }) => {
  if (owner) return <AreaUnavailable name={owner.name} kind="error" onRetry={() => void refreshRegistry()} />;
  if (registry.areas.length > 0) return <NotFound />;
  return <EmptyState {...messages.noAreas} titleAs="h1" />;
};

/** The invalid area that a path belongs to; one without valid routes may have any path. */
const findInvalidArea = (invalid: readonly InvalidArea[], pathname: string) =>
  matchArea({ areas: invalid }, pathname)?.area ?? invalid.find(({ routes }) => routes.length === 0);

const AreaRoute = ({ registry, invalid }: { registry: Registry; invalid: readonly InvalidArea[] }) => {
  const { pathname } = useLocation();
  const user = useSession((state) => state.claims?.sub);
  const { match, number } = useVisit(registry, pathname);
  const allowed = useIsAllowed(registry, match, pathname);
  if (!allowed) return <Denied />;
  const owner = match ? undefined : findInvalidArea(invalid, pathname);
  const isEmpty = registry.areas.length === 0;
  const title = match?.route.title ?? owner?.name ?? (isEmpty ? messages.noAreas.title : messages.notFound);
  const group = registry.areas
    .flatMap((area) => area.navigation)
    .find((entry) => entry.to === pathname)?.group;
  const content = match ? (
    <RequireUser>
      {/* Another user is a new visit, so that nothing of the previous user stays on the page. */}
      <AreaOutlet key={`${number} ${user}`} area={match.area} />
    </RequireUser>
  ) : (
    <NoArea registry={registry} owner={owner} />
  );
  return (
    <>
      <RouteAnnouncer title={title} />
      {match?.route.bare ? (
        <BareLayout>{content}</BareLayout>
      ) : (
        <AppLayout breadcrumb={{ group: group?.replace('/', '  /  '), title }}>{content}</AppLayout>
      )}
    </>
  );
};

/** All paths that are not pages of the shell: looked up in the registry at run time. */
export const AreaRoutes = () => {
  const state = useRegistry();
  if (state.status === 'ready') return <AreaRoute registry={state.registry} invalid={state.invalid} />;
  return (
    <AppLayout breadcrumb={{ group: undefined, title: '' }}>
      {state.status === 'loading' ? (
        <Spinner />
      ) : (
        <ErrorState message={state.failure.message} onRetry={() => void refreshRegistry()} />
      )}
    </AppLayout>
  );
};
