import { isAtLeast, roleRank } from '@readerlens/contract';
import type { CallData, Calls, Role } from '@readerlens/contract';
import { clientStandIn } from '../lookups/stand-ins.ts';
import type { Feature } from '../platform/feature.ts';
import type { UserRow } from '../platform/db/index.ts';
import { route } from '../platform/route.ts';
import type { Services } from '../platform/services.ts';
import { nameOf } from '../platform/session.ts';
import type { Session } from '../platform/session.ts';
import type { NamedRow } from './users.store.ts';

const named = ({ id, name }: NamedRow) => ({ id: String(id), name });

/** Blinded sessions, such as one that acts as a client, read stand-ins; in an order that tells nothing of the names. */
const shownTo = <T extends NamedRow>({ blinded }: Session, clients: readonly T[]): readonly T[] =>
  blinded
    ? clients.map((client) => ({ ...client, name: clientStandIn(client.id) })).sort((a, b) => a.id - b.id)
    : clients;

/** The effective user, as the browser is told. */
const describe = async (
  { users }: Services,
  session: Session,
): Promise<CallData<Calls['GET /api/session']>> => {
  const { user, scope, impersonator } = session;
  const { clientIds, communityIds } = scope;
  const communities = (await users.communities(communityIds)).map(named);
  const own = new Set(communities.map(({ id }) => id));
  const clients = clientIds === 'all' ? [] : await users.clients(clientIds);
  return {
    id: String(user.id),
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    role: session.role,
    claims: [...session.claims],
    notificationClaimLevel: session.notificationLevel,
    accessMarketingPerformance: user.access_marketing_performance,
    companies: shownTo(session, clients).map((client) => ({
      ...named(client),
      onlines: client.communities.map(named).filter(({ id }) => own.has(id)),
    })),
    communities,
    searchFields: [...scope.searchFields],
    ...(impersonator
      ? {
          impersonatedBy: { id: String(impersonator.id), name: impersonator.name, email: impersonator.email },
        }
      : {}),
  };
};

const lookupSize = 20;

const lookupOf = (user: UserRow) => ({
  userId: String(user.id),
  displayText: `${nameOf(user)} (${user.email})`,
  email: user.email,
  role: user.role,
  isRegistered: user.password_hash !== null,
});

/** Nobody is shown to people of a lower role. */
const rolesUpTo = (role: Role): Role[] =>
  (Object.keys(roleRank) as Role[]).filter((each) => isAtLeast(role, each));

export const userRoutes: Feature = (scope, services) => {
  route(scope, 'GET /api/session', {
    handler: async ({ session }) => ({ data: await describe(services, session) }),
  });

  route(scope, 'GET /api/users/lookups', {
    handler: async ({ session, query }) => {
      const found = await services.users.startingWith(query.query ?? '', rolesUpTo(session.role), lookupSize);
      return { data: found.map(lookupOf) };
    },
  });
};
