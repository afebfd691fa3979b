import { randomUUID } from 'node:crypto';
import type { SignInMethod } from '@readerlens/contract';
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../platform/db/index.ts';
import type { UserRow } from './tables.ts';
import { findNetwork } from './network.ts';
import { seenSince } from './seen-since.ts';
import type { Tokens, TokenSession } from './tokens.ts';

/** Longer ones are cut: browsers send 100 to 250 characters, other programs anything. */
const userAgentLength = 400;

/** What a session keeps of the request that began it. */
export type SignInRequest = Pick<FastifyRequest, 'ip'> & {
  readonly headers: Pick<FastifyRequest['headers'], 'user-agent'>;
};

/** The sessions of users: each sign-in begins one, and all its tokens name it. */
export interface SignIns {
  /** Begins a session. Returns its first token. */
  begin(user: UserRow, method: SignInMethod, request: SignInRequest): Promise<string>;
  /** A fresh token of the session; while impersonating, for the impersonated user. */
  renew(user: UserRow, session: TokenSession): Promise<string>;
  /** Writes the last activity of a session, unless another request has just done it. */
  touch(sessionId: string): Promise<void>;
  /** Ends a session; one that has ended stays so. */
  end(sessionId: string): Promise<void>;
}

const readExpiry = (token: string) => new Date((decodeJwt(token).exp ?? 0) * 1000);

export const createSignIns = ({ kysely }: Database, tokens: Tokens): SignIns => ({
  async begin(user, method, { ip, headers }) {
    const id = randomUUID();
    const token = await tokens.issue(user, { sessionId: id });
    await kysely
      .insertInto('user_session')
      .values({
        id,
        user_id: user.id,
        method,
        user_agent: headers['user-agent']?.slice(0, userAgentLength) ?? null,
        network: findNetwork(ip),
        token_version: user.token_version,
        expires_at: readExpiry(token),
      })
      .execute();
    return token;
  },

  async renew(user, session) {
    const token = await tokens.issue(user, session);
    const { sessionId = null, impersonator } = session;
    // Of two at once, the row keeps the later end and the higher version.
    const version = impersonator ? sql<number>`token_version` : user.token_version;
    await kysely
      .updateTable('user_session')
      .set({
        token_version: sql<number>`greatest(token_version, ${version})`,
        expires_at: sql<Date>`greatest(expires_at, ${readExpiry(token)})`,
      })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute();
    return token;
  },

  async touch(sessionId) {
    await kysely
      .updateTable('user_session')
      .set({ last_seen_at: sql<Date>`now()` })
      .where('id', '=', sessionId)
      .where('last_seen_at', '<', seenSince)
      .execute();
  },

  async end(sessionId) {
    await kysely
      .updateTable('user_session')
      .set({ ended_at: sql<Date>`now()` })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute();
  },
});
