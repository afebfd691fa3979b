import { anyone, returnToLength } from '@readerlens/contract';
import type { SignInRefusal } from '@readerlens/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createLoginFailures } from '../../../people/login-failures.ts';
import { findNetwork } from '../../../people/network.ts';
import type { Feature, Services } from '../../../people/services.ts';
import type { OidcConfig } from '../../../platform/config.ts';
import { AppError, notFound, unauthenticated } from '../../../platform/http/errors.ts';
import { apiPrefix, route } from '../../../platform/http/route.ts';
import { countFailureOfHour } from '../failed-sign-ins.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { SignInRefused } from './refused.ts';
import { createSignIn } from './sign-in-account.ts';
import { redeemSignInCode } from './sign-in-codes.ts';
import { createSignInCookies } from './sign-in-cookies.ts';

/** Only paths of the product, never another site. */
const readReturnPath = (url: URL): string => {
  const path = url.searchParams.get('returnTo') ?? '/';
  return /^\/(?![/\\])/.test(path) && path.length <= returnToLength ? path : '/';
};

const createRedirects = (services: Services, oidc: OidcConfig) => {
  const { config, db, secrets, countFailedSignIn } = services;
  const { perAddress, windowMinutes } = config.loginLimits;
  const provider = createIdentityProvider(oidc, `${config.publicUrl}${apiPrefix}/auth/oidc/callback`);
  const cookies = createSignInCookies(secrets, config.publicUrl);
  const signIn = createSignIn(services, oidc.groupRoles);
  const failures = createLoginFailures(db, windowMinutes, () => countFailedSignIn('provider'));

  const buildUrl = (request: FastifyRequest) => new URL(request.url, config.publicUrl);
  const listLimits = ({ ip }: FastifyRequest) => [
    { key: `provider sign-in from ${findNetwork(ip)}`, free: perAddress },
  ];
  const redirectToLogin = (reply: FastifyReply, refused: SignInRefusal) =>
    reply.redirect(`${config.publicUrl}/login?${new URLSearchParams({ refused }).toString()}`, 303);

  const refuse = async (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (error instanceof AppError && error.status === 429) return redirectToLogin(reply, 'tooMany');
    if (!(error instanceof SignInRefused)) throw error;
    const { refusal, detail } = error;
    const { accountId, reason, email } = detail;
    request.log.warn({ refusal, reason, email, accountId }, 'sign-in refused');
    // The provider is at fault, and has said nothing about a person.
    if (refusal === 'unavailable') return redirectToLogin(reply, refusal);
    await failures.add(listLimits(request));
    // Of people without an account the audit log has nothing: anyone can cause any number of such events, and nobody could erase them.
    if (accountId !== undefined) await countFailureOfHour(services, accountId);
    return redirectToLogin(reply, refusal);
  };

  return {
    async start(request: FastifyRequest, reply: FastifyReply) {
      try {
        await failures.check(listLimits(request));
        const { url, attempt } = await provider.begin(readReturnPath(buildUrl(request)));
        await cookies.keepAttempt(reply, attempt);
        return reply.redirect(url, 303);
      } catch (error) {
        return refuse(request, reply, error);
      }
    },

    async callback(request: FastifyRequest, reply: FastifyReply) {
      const attempt = await cookies.attemptOf(request);
      cookies.forgetAttempt(reply);
      try {
        await failures.check(listLimits(request));
        if (!attempt) throw new SignInRefused('attempt', { reason: 'no attempt in this browser' });
        const identity = await provider.confirm(buildUrl(request).searchParams, attempt);
        cookies.keepCode(reply, await signIn(identity, attempt.returnTo));
        return reply.redirect(`${config.publicUrl}/login/provider`, 303);
      } catch (error) {
        return refuse(request, reply, error);
      }
    },

    async token(request: FastifyRequest, reply: FastifyReply) {
      const code = cookies.codeOf(request);
      cookies.forgetCode(reply);
      const redeemed = code === undefined ? undefined : await redeemSignInCode(db, code);
      if (!redeemed) throw unauthenticated('This sign-in has ended. Please sign in again.');
      return redeemed;
    },
  };
};

/** Sign-in by the identity provider: two redirects of the browser, and the call that gives it the session. */
export const oidcRoutes: Feature = (scope, services) => {
  const { config, signIns, secrets } = services;
  const redirects = config.oidc && createRedirects(services, config.oidc);
  const off = () => notFound('Signing in by an identity provider is not set up.');

  const options = { config: { access: anyone }, schema: { hide: true } } as const;
  scope.app.get('/auth/oidc/start', options, (request, reply) => {
    if (!redirects) throw off();
    return redirects.start(request, reply);
  });
  scope.app.get('/auth/oidc/callback', options, (request, reply) => {
    if (!redirects) throw off();
    return redirects.callback(request, reply);
  });
  route(scope, 'POST /api/auth/oidc/token', {
    handler: async ({ request, reply }) => {
      if (!redirects) throw off();
      const { user, returnTo } = await redirects.token(request, reply);
      const token = await signIns.begin(user, 'provider', request);
      const data = { token, hmac: secrets.identityHash(user.id), returnTo };
      return { data, ...data };
    },
  });
};
