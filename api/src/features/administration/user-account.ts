import { mayDo } from '@readerlens/contract';
import type { UserAccount } from '@readerlens/contract';
import { shownAddress } from '../../people/blinding/written-texts.ts';
import { named } from '../../people/named.ts';
import { isRegistered } from '../../people/registered.ts';
import { listClaims, createScope } from '../../people/policy.ts';
import { visibleClients } from '../../people/visible-clients.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { noSuchThing } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';

/**
 * An account that the caller may see.
 * @throws AppError 404 for any other, whether it exists or not
 */
export const userAccount = async (
  userId: string,
  session: Session,
  { users, catalogue }: Pick<Services, 'users' | 'catalogue'>,
): Promise<UserAccount> => {
  const id = parseId(userId);
  const record = id === undefined ? undefined : await users.find(id);
  if (!record || !record.user.is_active || !mayDo('view', session.user, record.user))
    throw noSuchThing('user');
  const { user, entitlements, setCommunityIds } = record;
  const { searchFields } = createScope(user, entitlements, await catalogue());
  return {
    id: String(user.id),
    firstName: user.first_name,
    lastName: user.last_name,
    email: shownAddress(user.email, session),
    role: user.role,
    isRegistered: isRegistered(user),
    companies: visibleClients(session, await users.clients(entitlements.clientIds)).map((client) => ({
      id: String(client.id),
      name: client.name,
      onlines: named(client.communities),
    })),
    communities: named(await users.communities(setCommunityIds)),
    activityFields: [...user.activity_fields],
    analystTags: user.analyst_tags.map(String),
    reviewActivities: user.review_activities,
    accessMarketingPerformance: user.access_marketing_performance,
    enableApiAccess: user.enable_api_access,
    apiClientId: user.api_client_id,
    notificationClaimLevel: user.notification_claim_level,
    viewNotifications: user.view_notifications,
    areaClaims: [...user.area_claims],
    claims: listClaims(user),
    searchFields: [...searchFields],
    version: user.version,
  };
};
