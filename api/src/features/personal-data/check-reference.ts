import { emailInReferenceMessage } from '@readerlens/contract/personal-data/messages';
import { invalidInput } from '../../platform/http/errors.ts';

/**
 * The reference of a case is in the audit log, where nobody can erase it. A name in it cannot be told from other words.
 * @throws AppError 400
 */
export const checkReference = (reference: string): void => {
  if (/\S@\S/.test(reference)) throw invalidInput('reference', emailInReferenceMessage);
};
