import { ApiError } from '@readerlens/auth';

/** What is known of a change that was asked for, before there is an answer. */
export interface Begun {
  readonly wasOnline: boolean;
}

/** For `onMutate` of what changes something. */
export const begin = (): Begun => ({ wasOnline: navigator.onLine });

const problemText = (error: unknown): string =>
  error instanceof Error ? error.message : 'An unexpected error occurred';

/** Somebody was faster, or it is not theirs to take back: the answer says all of it. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 403 || error.status === 409);

/** The request went out and no answer came: the server may have done it all the same. */
export const isUnknown = (error: unknown, begun: Begun | undefined): boolean =>
  error instanceof ApiError && error.status === 0 && begun?.wasOnline !== false;

const unknownText = (what: string): string =>
  `The connection broke off, so it is not known whether ${what}. ` +
  'The list has been reloaded; Recent decisions shows what was saved.';

/** What is said of a decision that failed. */
export const notSavedText = (error: unknown, begun: Begun | undefined): string =>
  isUnknown(error, begun)
    ? unknownText('this was saved')
    : `Nothing was saved, and your selection is kept. ${problemText(error)}`;

/** What is said of a reversal that failed. */
export const notUndoneText = (error: unknown, begun: Begun | undefined): string => {
  if (isRefusal(error)) return error.message;
  return isUnknown(error, begun)
    ? unknownText('the decision was undone')
    : `The decision could not be undone. ${problemText(error)}`;
};
