import { badRequest } from '../../../platform/http/errors.ts';
import { checkLiteral, PrivateAddressError } from '../../../platform/webhooks/public-address.ts';

const invalid = (message: string) => badRequest(message, 'invalid_input', [{ path: 'url', message }]);

/** Names are checked when a message is sent, because their addresses can change. */
const checkHost = (url: URL): void => {
  try {
    checkLiteral(url);
  } catch (error) {
    throw error instanceof PrivateAddressError ? invalid(error.message) : error;
  }
};

/**
 * An address for messages in its normal form; '' for none.
 * @throws AppError 400 for the field 'url'
 */
export const checkedAddress = (text: string, allowPrivate: boolean): string => {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  if (!URL.canParse(trimmed)) throw invalid('Enter an address that begins with https://.');
  const url = new URL(trimmed);
  const isAllowed = url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:');
  if (!isAllowed) throw invalid('The address must begin with https://.');
  if (url.username !== '' || url.password !== '')
    throw invalid('The address cannot contain a user name or a password.');
  if (!allowPrivate) checkHost(url);
  url.hash = '';
  return url.href;
};
