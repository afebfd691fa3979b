import { ApiError } from '@readerlens/auth';
import { unexpectedMessage } from '@readerlens/contract/messages';

/** The context of a mutation: whether the browser was online when it started. */
export interface MutationContext {
  readonly wasOnline: boolean;
}

/** For `onMutate` of mutations. */
export const recordOnline = (): MutationContext => ({ wasOnline: navigator.onLine });

const problemText = (error: unknown): string => (error instanceof Error ? error.message : unexpectedMessage);

/** Another user was faster, or the user may not reverse it: the response explains why. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 403 || error.status === 409);

/** The request was sent but got no response, so the server may have completed it. */
export const isOutcomeUnknown = (error: unknown, context: MutationContext | undefined): boolean =>
  error instanceof ApiError && error.status === 0 && context?.wasOnline !== false;

const unknownOutcomeText = (what: string): string =>
  `The connection was lost, so it is unknown whether ${what}. ` +
  'The list has been reloaded; Recent decisions shows what was saved.';

/** The message for a decision that failed. */
export const decisionFailureText = (error: unknown, context: MutationContext | undefined): string =>
  isOutcomeUnknown(error, context)
    ? unknownOutcomeText('this was saved')
    : `Nothing was saved, and your selection is kept. ${problemText(error)}`;

/** The message for a reversal that failed. */
export const reversalFailureText = (error: unknown, context: MutationContext | undefined): string => {
  if (isRefusal(error)) return error.message;
  return isOutcomeUnknown(error, context)
    ? unknownOutcomeText('the decision was undone')
    : `The decision could not be undone. ${problemText(error)}`;
};
