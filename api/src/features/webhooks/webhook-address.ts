import { httpsMessage } from '@readerlens/contract/webhooks/messages';
import { webhookAddressDeadlineMs } from '../../deadlines.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import { checkLiteral, PrivateAddressError, resolvePublic } from '../../platform/webhooks/public-address.ts';
import type { Resolve } from '../../platform/webhooks/public-address.ts';

const invalid = (message: string) => invalidInput('url', message);

/** A name without an answer passes: it is checked again whenever a message is sent, because its addresses can change. */
const checkHost = async (url: URL, resolve: Resolve): Promise<void> => {
  const inTime: Resolve = (host) =>
    Promise.race([
      resolve(host).catch(() => []),
      new Promise<[]>((answer) => void setTimeout(answer, webhookAddressDeadlineMs, []).unref()),
    ]);
  try {
    checkLiteral(url);
    await resolvePublic(url.hostname, inTime);
  } catch (error) {
    throw error instanceof PrivateAddressError ? invalid(error.message) : error;
  }
};

/**
 * An address for messages in its normal form; '' for none.
 * @throws AppError 400 for the field 'url'
 */
export const checkedAddress = async (
  text: string,
  { allowPrivate, resolve }: { readonly allowPrivate: boolean; readonly resolve: Resolve },
): Promise<string> => {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  if (!URL.canParse(trimmed)) throw invalid('Enter an address that begins with https://.');
  const url = new URL(trimmed);
  const isAllowed = url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:');
  if (!isAllowed) throw invalid(httpsMessage);
  if (url.username !== '' || url.password !== '')
    throw invalid('The address cannot contain a user name or a password.');
  if (!allowPrivate) await checkHost(url, resolve);
  url.hash = '';
  return url.href;
};
