import {
  passwordResetMessage,
  passwordSetMessage,
  resetSentMessage,
} from '@readerlens/contract/session/messages';
import { canonicalParagraphs } from '@readerlens/contract/text';
import type { Services } from '../../people/services.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import { sessionUser } from './session-user.ts';
import type { OnboardingFormOf } from './session-user.ts';
import { createForgotPassword } from './forgot-password.ts';
import { createImpersonation } from './impersonation.ts';
import { createLogin } from './login.ts';
import { isRegistered } from '../../people/registered.ts';
import { createPasswordLinks } from '../../people/password-links.ts';

const withTop = <T extends object>(data: T) => ({ data, ...data });

export const sessionRoutes = (
  scope: ApiScope,
  services: Services,
  onboardingFormOf: OnboardingFormOf,
): void => {
  const { signIns, secrets, config, audit } = services;
  const checkPasswordLogin = () => {
    const { password, provider } = config.public.signIn;
    if (!password) throw forbidden(`Passwords are turned off. Please sign in with ${provider}.`);
  };
  const login = createLogin(services);
  const impersonation = createImpersonation(services);
  const links = createPasswordLinks(services);
  const forgotPassword = createForgotPassword(services, links);

  route(scope, 'POST /api/auth', {
    handler: async ({ body, request }) => {
      checkPasswordLogin();
      const user = await login({ ...body, address: request.ip });
      const token = await signIns.begin(user, 'password', request);
      await audit.record({ action: 'login.password', actorId: user.id, accountId: user.id });
      return withTop({
        token,
        hmac: secrets.identityHash(user.id),
      });
    },
  });

  route(scope, 'GET /api/session', {
    handler: async ({ session }) => ({ data: await sessionUser({ ...services, onboardingFormOf }, session) }),
  });

  route(scope, 'GET /api/reset-auth-token', {
    handler: async ({ session }) => withTop({ token: await signIns.renew(session.user, session) }),
  });

  route(scope, 'POST /api/auth/logout', {
    handler: async ({ session }) => {
      if (session.sessionId !== undefined) await signIns.end(session.sessionId);
      return { data: null };
    },
  });

  route(scope, 'POST /api/auth/impersonate', {
    handler: async ({ session, body }) =>
      withTop({
        token: await impersonation.start(session, body.targetUserId, canonicalParagraphs(body.reason ?? '')),
      }),
  });

  route(scope, 'POST /api/auth/end-impersonation', {
    handler: async ({ session, body }) => {
      await impersonation.end(session, body.adminUserId, body.targetUserId);
      return { data: null };
    },
  });

  route(scope, 'GET /api/verify-registration-token/{token}', {
    handler: async ({ params }) => {
      const user = await links.check(params.token);
      return { data: { hasPassword: isRegistered(user) } };
    },
  });

  route(scope, 'POST /api/set-password/from-token', {
    handler: async ({ body, request }) => {
      checkPasswordLogin();
      const user = await links.setPassword(body.token, body.password);
      const message = body.isRegistration ? passwordSetMessage : passwordResetMessage;
      return { message, ...withTop({ token: await signIns.begin(user, 'password', request) }) };
    },
  });

  route(scope, 'POST /api/forgot-password', {
    withSession: true,
    handler: async ({ body, request, session }) => {
      checkPasswordLogin();
      await forgotPassword({ email: body.email, address: request.ip, session });
      return { data: null, message: resetSentMessage(body.email.trim()) };
    },
  });
};
