import { lookup } from 'node:dns/promises';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

export const systemResolve: Resolve = (host) => lookup(host, { all: true });

/** The address is not on the public internet: a receiver must not lead to the server's own network. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  constructor(host: string) {
    super(`The address of ${host} is not public.`);
  }
}

/** The only IPv6 range that is in public use; the library takes others, such as ::7f00:1, for public too. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Refuses all special ranges, also those that embed another address (mapped, 6to4, NAT64): where these lead depends on
 * the network.
 */
const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return false;
  return address.range() === 'unicast';
};

/** The host of a URL as an address; undefined for a name. */
const literalAddress = ({ hostname }: URL): string | undefined => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : undefined;
};

/** @throws PrivateAddressError for a literal address, which is connected to without a lookup */
export const checkLiteral = (url: URL): void => {
  const address = literalAddress(url);
  if (address !== undefined && !isPublic(address)) throw new PrivateAddressError(address);
};

/** @throws PrivateAddressError if any address of a name is not public, or the error of `resolve` */
export const resolvePublic = async (host: string, resolve: Resolve): Promise<LookupAddress[]> => {
  const addresses = await resolve(host);
  if (!addresses.every(({ address }) => isPublic(address))) throw new PrivateAddressError(host);
  return addresses;
};

/**
 * Resolves names for a connection, which then goes to the very addresses that were checked: a second answer of the name
 * server does not count.
 */
export const checkedLookup = (resolve: Resolve, allowPrivate: boolean): LookupFunction =>
  callbackify((host: string, _options: LookupOptions) =>
    allowPrivate ? resolve(host) : resolvePublic(host, resolve),
  );
