import type { Claim, NotificationLevel, Role } from '@readerlens/contract';
import type { UserRow } from './tables.ts';
import type { DataScope } from './policy.ts';

/** The impersonating administrator. */
export interface Impersonator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly tokenVersion: number;
  /** Start of the impersonation in seconds since 1970; refreshed tokens keep it. */
  readonly since: number;
  /** The audit event that recorded the start. */
  readonly event: number;
  /** The impersonation was started in Blinded Mode: all its requests are masked. */
  readonly blinded?: boolean;
}

/** The caller of a request. While impersonating, everything but `impersonator` belongs to the impersonated user. */
export interface Session {
  readonly user: UserRow;
  readonly role: Role;
  readonly claims: readonly Claim[];
  readonly notificationLevel: NotificationLevel;
  readonly impersonator?: Impersonator;
  /** The caller requested Blinded Mode, or impersonates since it was on. */
  readonly blinded: boolean;
  readonly scope: DataScope;
  /** The sign-in of the person at the screen: the administrator's while impersonating. Undefined for a program. */
  readonly sessionId: string | undefined;
  /** The caller is a program with an access token; it may make calls with `api` only. */
  readonly apiClientId?: string;
}

/** What a viewer may see, and whether names are replaced by pseudonyms. */
export type Viewer = Pick<Session, 'scope' | 'blinded'>;

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined;
  }
}

/** The person at the screen: the administrator while impersonating. */
export const findActorId = ({ user, impersonator }: Session): number => (impersonator ?? user).id;
