import { ApiError } from '@readerlens/auth';

const unknown = 'An unknown error occurred while processing your request.';
const contact = 'Contact your system administrator if this error is persistent.';
const tryLater = 'Please try again later.';

export interface SaveFailure {
  readonly message: string;
  /** The alert has changed since it was loaded, or is in another state than the page shows. */
  readonly isConflict: boolean;
  /** What the server says about fields, by their names. */
  readonly fields: ReadonlyMap<string, string>;
}

const fieldName = (path: string): string => path.split(/[./]/).findLast((part) => part !== '') ?? path;

/** Why a step was not saved. The text of a refusal comes from the server; other failures have a fixed one. */
export const saveFailure = (error: unknown): SaveFailure => {
  const none = { isConflict: false, fields: new Map<string, string>() };
  if (!(error instanceof ApiError)) return { ...none, message: `${unknown} ${contact}` };
  const { status, message, details } = error;
  if (status === 0) return { ...none, message: `${unknown} ${tryLater}` };
  if (status >= 500) return { ...none, message: `${unknown} ${contact}` };
  return {
    message,
    isConflict: status === 409,
    fields: new Map(details.map(({ path, message: text }) => [fieldName(path), text])),
  };
};
