import { isIPv6 } from 'node:net';

/** The network of an IP address, as a key for limits. An IPv6 subscriber can use any address of a /64. */
export const findNetwork = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('%')[0]!.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, gap)).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
};
