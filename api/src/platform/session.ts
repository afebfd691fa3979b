import type { Claim, NotificationLevel, Role } from '@readerlens/contract';
import type { UserRow } from './db/index.ts';
import type { DataScope } from './policy.ts';

/** The administrator who acts as somebody else. */
export interface Impersonator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly tokenVersion: number;
  /** When it began, in seconds since 1970; a refreshed token keeps it. */
  readonly since: number;
  /** The audit event that recorded the beginning. */
  readonly event: number;
}

/** Who makes a request. While impersonating, everything but `impersonator` is the impersonated user's. */
export interface Session {
  readonly user: UserRow;
  readonly role: Role;
  readonly claims: readonly Claim[];
  readonly notificationLevel: NotificationLevel;
  readonly impersonator?: Impersonator;
  /** The caller asked for answers without personal data. */
  readonly blinded: boolean;
  readonly scope: DataScope;
}

export const nameOf = (user: Pick<UserRow, 'first_name' | 'last_name'>): string =>
  `${user.first_name} ${user.last_name}`.trim();
