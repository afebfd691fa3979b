import type { Static, TObject, TSchema } from 'typebox';
import type { AccessRule, Role } from './vocabulary.ts';

/**
 * Who may make a call. Every call declares it; the API refuses to start with a route that does not.
 * - `public`: no bearer token is required or read.
 * - `user`: a valid session, at least `role` when given, and `claim` when given. `manageNotifications` is
 *   satisfied by any level but None; `level` asks for that level or above.
 * The data that a caller gets is restricted further by their entitlements.
 */
export type Access = { readonly kind: 'public' } | ({ readonly kind: 'user' } & AccessRule);

export const anyone: Access = { kind: 'public' };
export const signedIn: Access = { kind: 'user' };
export const atLeast = (role: Role): Access => ({ kind: 'user', role });

/**
 * One call of the API, keyed `METHOD /path/{param}` in `calls`.
 * `data` is the payload in the response envelope; `top` lists keys that the response repeats at the top level.
 */
export interface CallDefinition {
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /**
   * Whether the call only reads. Defaults to true for GET and false for all other methods. Calls that write are audited
   * during impersonation. A GET with a side effect sets `false`: it is idempotent, and a client calls it on request
   * only, as a mutation, never as a query that is prefetched, retried or refetched.
   */
  readonly reads?: boolean;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly data: TSchema;
  readonly top?: TObject;
  /** Media type of a call that returns a file; `data` is then a Blob, and there is no envelope. */
  readonly file?: string;
  /** Whether an API client may make the call, with an access token of `POST /api/token`. */
  readonly api?: true;
  /** The response is `data` without an envelope, as another standard requires; `failure` is the body of its failures. */
  readonly plain?: { readonly failure: TSchema };
}

type StaticOr<S, Fallback> = S extends TSchema ? Static<S> : Fallback;

/** The input of a call. Absent parts are omitted, not null. */
export type CallInput<C extends CallDefinition> = (C extends { params: TObject }
  ? { params: Static<C['params']> }
  : unknown) &
  (C extends { query: TObject } ? { query?: Static<C['query']> } : unknown) &
  (C extends { body: TSchema } ? { body: Static<C['body']> } : unknown);

export type CallData<C extends CallDefinition> = Static<C['data']>;

/** The response of a successful call: the envelope, the payload, and the repeated top-level keys; or the payload alone. */
export type CallAnswer<C extends CallDefinition> = C extends { readonly plain: object }
  ? CallData<C>
  : {
      success: true;
      message: string;
      data: CallData<C>;
    } & StaticOr<C['top'], unknown>;
