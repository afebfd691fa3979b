import { Type } from 'typebox';
import { anyone, atLeast, signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Email, Id, object } from '../schemas.ts';
import { SessionUser } from './schemas.ts';

const token = object({ token: Type.String() });
const tokens = object({ token: Type.String(), hmac: Type.String() });
const signedInBack = object({
  token: Type.String(),
  hmac: Type.String(),
  returnTo: Type.String({ description: 'Path that was asked for before the sign-in' }),
});
const nothing = Type.Null();
const tag = 'Session';

export const sessionCalls = {
  'POST /api/auth': {
    tag,
    summary: 'Log in',
    access: anyone,
    body: object({ email: Email, password: Type.String({ minLength: 1, maxLength: 200 }) }),
    data: tokens,
    top: tokens,
  },
  'POST /api/auth/oidc/token': {
    tag,
    summary: 'The session of a sign-in that the identity provider has just confirmed in this browser',
    access: anyone,
    data: signedInBack,
    top: signedInBack,
  },
  'POST /api/auth/logout': {
    tag,
    summary: "Log out: end the caller's session. While impersonating, it is the administrator's",
    access: signedIn,
    body: object({}),
    data: nothing,
  },
  'GET /api/reset-auth-token': {
    tag,
    summary: 'A fresh token for the current session',
    access: signedIn,
    data: token,
    top: token,
  },
  'GET /api/session': {
    tag,
    summary: 'The effective user: identity, role, claims, clients, communities, searchable fields',
    access: signedIn,
    api: true,
    data: SessionUser,
  },
  'POST /api/auth/impersonate': {
    tag,
    summary: 'Start to act as another user; audited',
    access: atLeast('Admin'),
    body: object({ targetUserId: Id, reason: Type.Optional(Type.String({ maxLength: 500 })) }),
    data: token,
    top: token,
  },
  'POST /api/auth/end-impersonation': {
    tag,
    summary: "End acting as another user; audited. Sent with the admin's own token",
    access: atLeast('Admin'),
    body: object({ adminUserId: Id, targetUserId: Id }),
    data: nothing,
  },
  'GET /api/verify-registration-token/{token}': {
    tag,
    summary: 'Whether a registration or password link is valid, and whether its user has a password',
    access: anyone,
    params: object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    data: object({ hasPassword: Type.Boolean() }),
  },
  'POST /api/set-password/from-token': {
    tag,
    summary: 'Set a password with the token of a mailed link; returns a session token',
    access: anyone,
    body: object({
      token: Type.String({ minLength: 1, maxLength: 200 }),
      password: Type.String({ minLength: 1, maxLength: 200 }),
      isRegistration: Type.Optional(Type.Boolean()),
    }),
    data: token,
    top: token,
  },
  'POST /api/forgot-password': {
    tag,
    summary: 'Mail a link to set a new password',
    access: anyone,
    body: object({ email: Type.String({ maxLength: 254 }) }),
    data: nothing,
  },
} as const satisfies Record<string, CallDefinition>;
