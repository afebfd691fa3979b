import { emailInReasonMessage, emailInReferenceMessage } from '@readerlens/contract/personal-data/messages';
import { invalidInput } from '../../platform/http/errors.ts';

interface CaseTexts {
  /** It is in the audit log, where nobody can erase it. */
  readonly reference: string;
  /** It is stored unencrypted while the reader is restricted. */
  readonly reason?: string;
}

/**
 * What is written about a case has no e-mail. A name in it cannot be told from other words.
 * @throws AppError 400
 */
export const checkCaseTexts = ({ reference, reason = '' }: CaseTexts): void => {
  const hasEmail = (text: string) => /\S@\S/.test(text);
  if (hasEmail(reference)) throw invalidInput('reference', emailInReferenceMessage);
  if (hasEmail(reason)) throw invalidInput('reason', emailInReasonMessage);
};
