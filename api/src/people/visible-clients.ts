import type { NamedRow } from '../platform/db/index.ts';
import { clientPseudonym } from './blinding/pseudonyms.ts';
import type { Session } from './session.ts';

/** Blinded sessions get pseudonyms, sorted by id so that the order reveals nothing about the names. */
export const visibleClients = <T extends NamedRow>(
  { blinded }: Pick<Session, 'blinded'>,
  clients: readonly T[],
): readonly T[] =>
  blinded
    ? clients.map((client) => ({ ...client, name: clientPseudonym(client.id) })).sort((a, b) => a.id - b.id)
    : clients;
