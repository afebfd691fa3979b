import type { ActivityView } from '../activities/activity-view.ts';
import { replaceWords } from '../lookups/replace-words.ts';

/** Who is told by them; longer ones first, so that a name is replaced before its halves. */
const telling = [
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
 * What writes stand-ins in place of what would tell who an activity is about, wherever somebody wrote it: in a
 * subject, in a letter.
 */
export const maskedWords = (open: ActivityView, blinded: ActivityView): ((text: string) => string) => {
  const replacements = telling.map((key) => [open[key]?.trim() ?? '', blinded[key] ?? ''] as const);
  return replaceWords(replacements);
};
