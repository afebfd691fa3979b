import type { CallData, Calls } from '@readerlens/contract';
import type { Session } from '../../people/session.ts';
import { visibleClients } from '../../people/visible-clients.ts';
import type { Services } from '../../people/services.ts';
import type { ClientRow } from '../../people/users.store.ts';
import type { NamedRow } from '../../platform/db/index.ts';

const named = ({ id, name }: NamedRow) => ({ id: String(id), name });

/** The id of a user's latest onboarding form. Provided by the onboarding. */
export type OnboardingFormOf = (userId: number) => Promise<string | undefined>;

/** A person with several clients gets new versions early only if all of them agreed. */
const hasEarlyAccess = (clients: readonly ClientRow[]): boolean =>
  clients.length > 0 && clients.every(({ early_access }) => early_access);

/** The effective user as sent to the browser. */
export const sessionUser = async (
  { users, onboardingFormOf }: Pick<Services, 'users'> & { readonly onboardingFormOf: OnboardingFormOf },
  session: Session,
): Promise<CallData<Calls['GET /api/session']>> => {
  const { user, scope, impersonator } = session;
  const { clientIds, communityIds } = scope;
  const communities = (await users.communities(communityIds)).map(named);
  const own = new Set(communities.map(({ id }) => id));
  const form = await onboardingFormOf(user.id);
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
    enableApiAccess: user.enable_api_access,
    ...(form === undefined ? {} : { onboardingFormId: form }),
    ...(hasEarlyAccess(clients) ? { earlyAccess: true } : {}),
    companies: visibleClients(session, clients).map((client) => ({
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
