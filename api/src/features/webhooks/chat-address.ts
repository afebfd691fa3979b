import { requiredMessage } from '@readerlens/contract/messages';
import { chatHosts, chatKindNames } from '@readerlens/contract/webhooks';
import type { ChatKind } from '@readerlens/contract/webhooks';
import { invalidInput } from '../../platform/http/errors.ts';
import type { Resolve } from '../../platform/webhooks/public-address.ts';
import { checkedAddress } from './webhook-address.ts';

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** With `allowPrivate`, a receiver on this machine is allowed, too. */
const isChatHost = (
  kind: ChatKind,
  { hostname, port }: URL,
  { allowPrivate }: { readonly allowPrivate: boolean },
): boolean =>
  (port === '' &&
    chatHosts[kind].some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))) ||
  (allowPrivate && loopback.has(hostname));

/** What is wrong with an address on another host. */
const describeChatHosts = (kind: ChatKind): string => {
  const hosts = chatHosts[kind].map((host) => (host.startsWith('.') ? `*${host}` : host));
  return `The address of a ${chatKindNames[kind]} channel is on ${hosts.join(' or ')}.`;
};

const shownLength = 4;

/** What is shown of an address: the rest contains the right to post. */
export const describeAddress = (address: string): { readonly host: string; readonly ending: string } => ({
  host: new URL(address).host,
  ending: address.slice(-shownLength),
});

/**
 * The address of a channel in its normal form.
 * @throws AppError 400 for the field 'url'
 */
export const checkChatAddress = async (
  kind: ChatKind,
  text: string,
  options: { readonly allowPrivate: boolean; readonly resolve: Resolve },
): Promise<string> => {
  const url = URL.parse(text.trim());
  if (url && !isChatHost(kind, url, options)) throw invalidInput('url', describeChatHosts(kind));
  const address = await checkedAddress(text, options);
  if (address === '') throw invalidInput('url', requiredMessage('Address'));
  return address;
};
