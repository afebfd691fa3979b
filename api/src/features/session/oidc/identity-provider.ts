import * as client from 'openid-client';
import { identityProviderDeadlineSeconds } from '../../../deadlines.ts';
import type { OidcConfig } from '../../../platform/config.ts';
import { SignInRefused } from './refused.ts';

/** What the browser must bring back from the provider. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Path of the product to open after the sign-in. */
  readonly returnTo: string;
}

/** A person whom the provider has confirmed. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined if the provider has not verified it. */
  readonly email: string | undefined;
  readonly groups: readonly string[];
}

export interface IdentityProvider {
  /** Throws SignInRefused if the provider cannot be reached. */
  begin(returnTo: string): Promise<{ url: string; attempt: SignInAttempt }>;
  /**
   * The person of an answer of the provider to the attempt.
   * @param answer query of the address to which the provider redirected the browser
   * @throws SignInRefused
   */
  confirm(answer: URLSearchParams, attempt: SignInAttempt): Promise<Identity>;
}

/** Basic is what the standard has as the default. */
const authenticationWith =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const method = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic
      : client.ClientSecretPost;
    method(secret)(server, ...rest);
  };

const discover = ({ issuer, clientId, clientSecret }: OidcConfig) =>
  client.discovery(new URL(issuer), clientId, clientSecret, authenticationWith(clientSecret), {
    timeout: identityProviderDeadlineSeconds,
    // The signature is checked in addition to the connection, because an operator may route it through a proxy.
    execute: [
      client.enableNonRepudiationChecks,
      // The configuration allows this for a provider on this machine only.
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ],
  });

const claimNames: Readonly<Record<string, string>> = { iss: 'issuer', aud: 'audience', azp: 'audience' };

/** The claim that an error of the library is about. */
const findClaim = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { cause } = error;
  const claim: unknown = typeof cause === 'object' && cause !== null && 'claim' in cause && cause.claim;
  return typeof claim === 'string' ? (claimNames[claim] ?? claim) : findClaim(cause);
};

const unavailable = (error: unknown) =>
  new SignInRefused('unavailable', { reason: error instanceof Error ? error.message : 'no answer' });

/** Without a code, or with one of these, the library could not talk to the provider. */
const isNoAnswer = ({ code }: client.ClientError) =>
  code === undefined || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';

const refusedBy = (error: unknown): SignInRefused => {
  if (error instanceof SignInRefused) return error;
  if (error instanceof client.AuthorizationResponseError) {
    const refusal = error.error === 'access_denied' ? 'cancelled' : 'untrusted';
    return new SignInRefused(refusal, { reason: error.error });
  }
  if (error instanceof client.ResponseBodyError)
    return new SignInRefused('untrusted', { reason: error.error });
  // What fetch throws for a lost connection.
  if (error instanceof TypeError) return unavailable(error);
  if (!(error instanceof client.ClientError)) throw error;
  if (isNoAnswer(error)) return unavailable(error);
  const { code = '' } = error;
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return new SignInRefused('expired', { reason: 'expired token' });
  const claim = findClaim(error);
  return new SignInRefused('untrusted', { reason: claim === undefined ? code : `wrong ${claim}` });
};

const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw refusedBy(error);
  }
};

const readTexts = (claim: unknown): string[] =>
  [claim].flat().filter((each): each is string => typeof each === 'string');

type Claims = Readonly<Record<string, unknown>>;

/** What a provider says of a person. An address and whether it is verified come from one of both answers, never mixed. */
const mergedClaims = (idToken: client.IDToken, userInfo: Claims): client.IDToken => {
  const { email, email_verified } = 'email' in idToken ? idToken : userInfo;
  return { ...userInfo, ...idToken, email, email_verified } as client.IDToken;
};

const verifiedEmail = ({ email, email_verified: isVerified }: Claims) =>
  isVerified === true && typeof email === 'string' ? email : undefined;

export const createIdentityProvider = (oidc: OidcConfig, callbackUrl: string): IdentityProvider => {
  let discovered: Promise<client.Configuration> | undefined;
  /** Found once per process; after a failure, the next sign-in tries again. */
  const provider = () => {
    discovered ??= discover(oidc).catch((error: unknown) => {
      discovered = undefined;
      throw unavailable(error);
    });
    return discovered;
  };

  const checkTenant = (claims: Claims) => {
    if (oidc.tenants === undefined) return;
    const allowed = oidc.tenants;
    if (!readTexts(claims[oidc.tenantClaim]).some((tenant) => allowed.includes(tenant)))
      throw new SignInRefused('tenant', { reason: 'unknown tenant', email: verifiedEmail(claims) });
  };

  const readClaims = async (
    configuration: client.Configuration,
    tokens: Awaited<Grant>,
  ): Promise<client.IDToken> => {
    const idToken = tokens.claims();
    if (!idToken) throw new SignInRefused('untrusted', { reason: 'no ID token' });
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return idToken;
    return mergedClaims(idToken, await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub));
  };

  return {
    begin: (returnTo) =>
      refusing(async () => {
        const configuration = await provider();
        const attempt = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          codeVerifier: client.randomPKCECodeVerifier(),
          returnTo,
        };
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: callbackUrl,
          scope: oidc.scopes,
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, attempt };
      }),

    confirm: (answer, { state, nonce, codeVerifier }) =>
      refusing(async () => {
        if (answer.get('state') !== state) throw new SignInRefused('attempt', { reason: 'wrong state' });
        const configuration = await provider();
        const tokens = await client.authorizationCodeGrant(
          configuration,
          new URL(`${callbackUrl}?${answer.toString()}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
          },
        );
        const claims = await readClaims(configuration, tokens);
        checkTenant(claims);
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: verifiedEmail(claims),
          groups: readTexts(claims[oidc.groupClaim]),
        };
      }),
  };
};

type Grant = ReturnType<typeof client.authorizationCodeGrant>;
