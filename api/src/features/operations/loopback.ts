import type { FastifyRequest } from 'fastify';
import { forbidden } from '../../platform/http/errors.ts';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(address);

/**
 * Whether a request comes from this machine. Requests forwarded by a proxy do not count, even if the proxy is
 * local; nor do requests to another host name, which a malicious page could resolve to this machine.
 */
export const isLocalRequest = ({ ip, socket, headers, hostname }: FastifyRequest): boolean =>
  isLoopback(ip) &&
  isLoopback(socket.remoteAddress) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);

/** A hook that refuses requests from other machines. */
export const requireLocalRequest = async (request: FastifyRequest): Promise<void> => {
  if (!isLocalRequest(request)) throw forbidden();
};
