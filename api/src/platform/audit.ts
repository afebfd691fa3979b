import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '@readerlens/contract';
import type { Transaction } from 'kysely';
import type { Database, Schema } from './db/index.ts';

export interface AuditEvent {
  action: AuditAction;
  /** Null for a refused sign-in. */
  actorId: number | null;
  /** The impersonated user. */
  subjectId?: number | null;
  /** The user whose account the event is about. */
  accountId?: number | null;
  /** The program that acted for the actor. */
  apiClientId?: string;
  detail?: Readonly<Record<string, unknown>>;
}

/** The user of a session, and the administrator who impersonates that user. */
export interface AuditedSession {
  readonly user: { readonly id: number };
  readonly impersonator?: { readonly id: number };
  readonly apiClientId?: string;
}

/** The actor of an event and, when impersonating, the impersonated user; or the program that acts for the actor. */
export const auditedIdentities = ({
  user,
  impersonator,
  apiClientId,
}: AuditedSession): Pick<AuditEvent, 'actorId' | 'subjectId' | 'apiClientId'> => {
  if (impersonator) return { actorId: impersonator.id, subjectId: user.id };
  return apiClientId === undefined ? { actorId: user.id } : { actorId: user.id, apiClientId };
};

export interface Audit {
  /** Records an event, within the transaction of the recorded change if one is given. Returns its id. */
  record(event: AuditEvent, trx?: Transaction<Schema>): Promise<number>;
  /** Records a write call made while impersonating, before it runs, with both identities but without its body. */
  writeWhileImpersonating(session: AuditedSession, call: string, request: FastifyRequest): Promise<void>;
}

export const createAudit = ({ kysely }: Database): Audit => {
  const record: Audit['record'] = async (
    { action, actorId, subjectId = null, accountId = null, apiClientId, detail = {} },
    trx,
  ) => {
    const { id } = await (trx ?? kysely)
      .insertInto('audit_event')
      .values({
        action,
        actor_id: actorId,
        subject_id: subjectId,
        account_id: accountId,
        detail: apiClientId === undefined ? detail : { ...detail, apiClient: apiClientId },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  return {
    record,
    async writeWhileImpersonating({ user, impersonator }, call, request) {
      if (!impersonator) return;
      await record({
        action: 'impersonation.write',
        actorId: impersonator.id,
        subjectId: user.id,
        detail: { call, params: request.params, requestId: request.id },
      });
    },
  };
};
