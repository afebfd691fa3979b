import { visibleRoles } from '@readerlens/contract';
import {
  registrationResentMessage,
  userCreatedMessage,
  userUpdatedMessage,
} from '@readerlens/contract/administration/messages';
import { canonicalQuery } from '@readerlens/contract/text';
import { shownAddress } from '../../people/blinding/written-texts.ts';
import type { Transaction } from 'kysely';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { createAccountSessions } from './account-sessions.ts';
import { createAccountViews } from './account-view.ts';
import type { AccountChanges, InviteUser } from './change-account.ts';
import { createInvitations } from './invite.ts';
import { listUsers } from './list-users.ts';
import { userAccount } from './user-account.ts';
import type { UserRow } from '../../people/tables.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import { parseIdList } from '../../people/named.ts';
import { listClaims } from '../../people/policy.ts';
import { isRegistered } from '../../people/registered.ts';
import { findUsers } from '../../people/user-lookup.ts';
import { formatFullName } from '../../people/person-name.ts';
import type { Session } from '../../people/session.ts';

const lookupSize = 20;

const buildLookup = (user: UserRow, session: Session) => ({
  userId: String(user.id),
  displayText: `${formatFullName(user)} (${shownAddress(user.email, session)})`,
  email: shownAddress(user.email, session),
  role: user.role,
  isRegistered: isRegistered(user),
  viewsNotifications: listClaims(user).includes('viewNotifications'),
});

/** Starts the onboarding form of an account, in the transaction that creates it. Provided by the onboarding. */
export type StartOnboarding = (
  trx: Transaction<Schema>,
  user: UserRow,
  session: Session,
  options: Parameters<InviteUser>[2],
) => ReturnType<InviteUser>;

export const userRoutes = (
  scope: ApiScope,
  services: Services,
  accounts: AccountChanges,
  startOnboarding: StartOnboarding,
): void => {
  const invite = createInvitations(services, accounts);
  const viewOf = createAccountViews(services);
  const sessions = createAccountSessions(services);

  route(scope, 'GET /api/users', {
    handler: async ({ session, query }) => {
      const { query: text = '', companyIds, page = 1, pageSize = 10 } = query;
      const { items, total } = await listUsers(
        services.db,
        {
          text: canonicalQuery(text),
          clientIds: companyIds === undefined ? undefined : parseIdList(companyIds),
          roles: visibleRoles(session.user),
          page,
          size: pageSize,
        },
        session,
      );
      const found = { items, total, totalPages: Math.ceil(total / pageSize) };
      return { data: found, ...found };
    },
  });
  route(scope, 'GET /api/user/{id}', {
    handler: async ({ session, params }) => ({ data: await userAccount(params.id, session, services) }),
  });
  route(scope, 'POST /api/user', {
    handler: async ({ session, body }) => {
      const { id } = await accounts.create(session, body.user, {
        linkToCaller: body.sendEmailToAdmin ?? false,
        ...(body.sendOnboardingForm
          ? { invite: (trx, user, options) => startOnboarding(trx, user, session, options) }
          : {}),
      });
      return {
        data: await userAccount(String(id), session, services),
        message: userCreatedMessage,
      };
    },
  });
  route(scope, 'POST /api/users/invite', {
    handler: async ({ session, body }) => ({ data: await invite(body, session) }),
  });
  route(scope, 'POST /api/users/view', {
    handler: async ({ session, body }) => ({ data: await viewOf(session, body.id, body.user) }),
  });
  route(scope, 'PATCH /api/user/{id}', {
    handler: async ({ session, params, body }) => {
      const user = await accounts.change(session, params.id, body);
      return {
        data: await userAccount(params.id, session, services),
        message: userUpdatedMessage,
        ...(user.id === session.user.id ? { token: await services.signIns.renew(user, session) } : {}),
      };
    },
  });
  route(scope, 'DELETE /api/user/{id}', {
    handler: async ({ session, params }) => {
      await accounts.remove(session, params.id);
      return { data: null, message: 'Deleted user' };
    },
  });
  route(scope, 'GET /api/user/{id}/resend-registration-email', {
    handler: async ({ session, params }) => {
      const { email } = await accounts.resendRegistration(session, params.id);
      return {
        data: null,
        message: registrationResentMessage(shownAddress(email, session)),
      };
    },
  });
  route(scope, 'GET /api/user/{id}/sessions', {
    handler: async ({ session, params }) => ({ data: await sessions.list(session, params.id) }),
  });
  route(scope, 'DELETE /api/user/{id}/sessions', {
    handler: async ({ session, params, query }) => ({
      data: { ended: await sessions.endAll(session, params.id, query.keepCurrent ?? false) },
    }),
  });
  route(scope, 'DELETE /api/user/{id}/sessions/{sessionId}', {
    handler: async ({ session, params }) => {
      await sessions.end(session, params.id, params.sessionId);
      return { data: null };
    },
  });
  route(scope, 'GET /api/users/lookups', {
    handler: async ({ session, query }) => {
      const { query: text = '', companyIds, page = 1 } = query;
      const clientIds = companyIds === undefined ? {} : { clientIds: parseIdList(companyIds) };
      const found = await findUsers(services.db, { text, page, size: lookupSize, ...clientIds }, session);
      return { data: found.map((user) => buildLookup(user, session)) };
    },
  });
};
