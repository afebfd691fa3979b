// The vocabulary of API access, shared by browser and API. No schema library here.

/** The only scope of access tokens: what the user may see, without the right to change it. */
export const apiScope = 'read';

export const accessTokenMinutes = 15;

/** Errors of the token call as RFC 6749 names them, and those of section 4.1.2.1 for a server that refuses or fails. */
export const accessTokenErrors = [
  'invalid_request',
  'invalid_client',
  'unsupported_grant_type',
  'invalid_scope',
  'temporarily_unavailable',
  'server_error',
] as const;
export type AccessTokenError = (typeof accessTokenErrors)[number];
