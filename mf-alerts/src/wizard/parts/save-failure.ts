import { ApiError } from '@readerlens/auth';

const unknown = 'An unknown error occurred while processing your request.';
const contact = 'Contact your system administrator if this error is persistent.';
const tryLater = 'Please try again later.';

/** Why a step was not saved. The text of a refusal comes from the server; other failures have a fixed one. */
export const explainFailure = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status >= 500) return `${unknown} ${contact}`;
  return error.status === 0 ? `${unknown} ${tryLater}` : error.message;
};
