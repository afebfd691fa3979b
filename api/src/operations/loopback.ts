import type { FastifyRequest } from 'fastify';
import { forbidden } from '../platform/errors.ts';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(address);

/**
 * Whether a request comes from this very machine. One that a proxy passed on does not, even when the proxy is
 * here; nor does one by another name, which a hostile page could have made point here.
 */
export const isFromHere = ({ ip, socket, headers, hostname }: FastifyRequest): boolean =>
  isLoopback(ip) &&
  isLoopback(socket.remoteAddress) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);

/** A hook that refuses everybody who is not on this machine. */
export const onlyFromHere = async (request: FastifyRequest): Promise<void> => {
  if (!isFromHere(request)) throw forbidden();
};
