// What messages are about: the features say who may receive them, and whom to tell when they fail.
import type { Kysely } from 'kysely';
import type { Config } from '../../platform/config.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { Owner } from '../../people/owner.ts';
import type { OwnerNotices } from '../owner-notices.ts';
import type { SourceKind } from './subscriptions.ts';

/** What a message is about, as it is now. */
export interface WebhookSource {
  /** In words: 'report', say. */
  readonly noun: string;
  readonly ownerId: number;
  /** Why nothing is sent about it at present. */
  readonly problem: string | undefined;
}

/** One kind of sources. */
export interface WebhookSources {
  /** Undefined if there never was one. */
  find(db: Kysely<Schema>, id: string, config: Config): Promise<WebhookSource | undefined>;
  /** What the owner is told when messages pause. */
  readonly notices: Pick<OwnerNotices, 'pausedMessages'>;
}

export type WebhookSourcesByKind = Readonly<Record<SourceKind, WebhookSources>>;

/** Whether a person may see every one of these clients. */
export const seesAll = ({ clientIds }: Owner['scope'], ids: readonly number[]): boolean =>
  clientIds === 'all' || ids.every((id) => clientIds.includes(id));

/** The client whose webhook receives a message, and those of its activities. */
export interface Addressed {
  readonly clientId: number;
  readonly clientIds: readonly number[];
}

/** Why a message must not be sent, now or again; undefined if it may be. Rights can change between two attempts. */
export const findRefusal = (
  { noun, problem }: Pick<WebhookSource, 'noun' | 'problem'>,
  owner: Owner | undefined,
  { clientId, clientIds }: Addressed,
): string | undefined => {
  if (problem !== undefined) return problem;
  if (!owner?.user.is_active) return `The account of the user of the ${noun} was deleted.`;
  // Earlier versions stored such messages.
  if (clientIds.some((id) => id !== clientId))
    return 'The message holds activities of clients other than the one that receives it.';
  if (!seesAll(owner.scope, clientIds))
    return `The user of the ${noun} may no longer see every client of the message.`;
  return undefined;
};
