import type { AuditAction } from '@readerlens/contract';
import type { Transaction } from 'kysely';
import type { Owner } from '../../people/owner.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';

/** Whose settings are read or changed, and by whom. */
export interface SettingsRequest {
  readonly owner: Owner;
  readonly session: Session;
}

/** Records a change of another user's settings, within its transaction. Changes of the own ones are not recorded. */
export const settingsAudit =
  ({ audit }: Pick<Services, 'audit'>) =>
  async (
    trx: Transaction<Schema>,
    action: AuditAction,
    { owner, session }: SettingsRequest,
    detail: Readonly<Record<string, unknown>> = {},
  ): Promise<void> => {
    if (owner.user.id === session.user.id && !session.impersonator) return;
    await audit.record({ action, ...auditedIdentities(session), accountId: owner.user.id, detail }, trx);
  };
