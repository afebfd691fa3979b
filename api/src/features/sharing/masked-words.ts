import type { ActivityView } from '../../activities/activity-view.ts';
import { replaceWords } from '../../people/blinding/replace-words.ts';

/** These fields identify the reader. Longer ones are first, so that a name is replaced before its parts. */
const identifyingFields = [
  'email',
  'fullName',
  'company',
  'readerOrg',
  'advertiser',
  'newsletter',
  'formattedAddr',
  'address',
  'phone',
  'firstName',
  'lastName',
] as const satisfies readonly (keyof ActivityView)[];

/**
 * Returns a function that replaces text that identifies the reader of an activity with pseudonyms, in any typed text:
 * subject or letter.
 */
export const maskedWords = (open: ActivityView, blinded: ActivityView): ((text: string) => string) => {
  const replacements = identifyingFields.map((key) => [open[key]?.trim() ?? '', blinded[key] ?? ''] as const);
  return replaceWords(replacements);
};
