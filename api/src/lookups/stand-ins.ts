import type { NamedRow } from './client-lookup.ts';

const count = 100;

/**
 * What a client is called while blinded: the same for the same client in every session. 37 has no factor in common
 * with 100, so a hundred clients in a row have a hundred names.
 */
const numberOf = (id: number): number => 1 + ((id * 37 + 11) % count);

export const clientStandIn = (id: number): string => `Client ${numberOf(id)}`;

/** In the order of the stand-ins: that of the true names would tell something about them. */
export const blindedClients = (clients: readonly NamedRow[]): NamedRow[] =>
  [...clients]
    .sort((a, b) => numberOf(a.id) - numberOf(b.id) || a.id - b.id)
    .map(({ id }) => ({ id, name: clientStandIn(id) }));
