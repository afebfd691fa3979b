import type { ActivityView } from '../activities/activity-view.ts';

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

/** Shorter words stand in too many others. */
const minLength = 2;

const wholeWord = (text: string): RegExp => {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'giu');
};

/**
 * What writes stand-ins in place of what would tell who an activity is about, wherever somebody wrote it: in a
 * subject, in a letter.
 */
export const maskedWords = (open: ActivityView, blinded: ActivityView): ((text: string) => string) => {
  const pairs = telling
    .map((key) => [open[key]?.trim() ?? '', blinded[key] ?? ''] as const)
    .filter(([word, standIn]) => word.length >= minLength && word !== standIn)
    .map(([word, standIn]) => [wholeWord(word), standIn] as const);
  return (text) => pairs.reduce((masked, [word, standIn]) => masked.replace(word, () => standIn), text);
};
