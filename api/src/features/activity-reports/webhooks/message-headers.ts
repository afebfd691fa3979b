import { signatureHeaders } from '../../../platform/webhooks/sign.ts';
import type { SignedMessage } from '../../../platform/webhooks/sign.ts';

export const messageHeaders = (message: SignedMessage): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Readerlens',
  ...signatureHeaders(message),
});
