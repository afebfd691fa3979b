import { emailInCaseMessage } from '@readerlens/contract/personal-data/messages';
import { invalidInput } from '../../platform/http/errors.ts';

/**
 * What staff write of the case is in the audit log, or shown while the reader is restricted. A name in it cannot be told from other words.
 * @throws AppError 400
 */
export const checkCase = (texts: Readonly<Partial<Record<'reason' | 'reference', string>>>): void => {
  for (const [path, text] of Object.entries(texts))
    if (/\S@\S/.test(text)) throw invalidInput(path, emailInCaseMessage);
};
