// The vocabulary of signing in, shared by browser and API. No schema library here.

/** How a session was signed in. */
export const signInMethods = ['password', 'provider'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** Why a sign-in by the identity provider was refused, as the login page can say it. */
export const signInRefusals = [
  'attempt',
  'tooMany',
  'cancelled',
  'unavailable',
  'expired',
  'untrusted',
  'email',
  'tenant',
  'account',
  'role',
] as const;
export type SignInRefusal = (typeof signInRefusals)[number];

/** The longest path to which a sign-in by the identity provider returns; it travels in a cookie. */
export const returnToLength = 1500;
