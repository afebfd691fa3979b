import type { NamedRow } from './client-lookup.ts';

const standInCount = 100;

/** What a client is called while blinded: the same for the same client, in every session. */
export const clientStandIn = (id: number): string =>
  `Client ${1 + ((Math.imul(id, 0x9e3779b1) >>> 8) % standInCount)}`;

export const blindedClient = ({ id }: NamedRow): NamedRow => ({ id, name: clientStandIn(id) });
