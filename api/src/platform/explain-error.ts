import { isNativeError } from 'node:util/types';
import { isDiskFull } from './disk-space.ts';
import { ExplainedError } from './explained-error.ts';
import { toAppError } from './http/error-response.ts';

/** Of a server that refuses or ends connections: unreachable, wrong password, no such database, full, not ready. */
const connectionStates = /^(?:08|28|3D|53|57P)\w+$/;

/** What to check if the operating system refuses something, by the code of its error. */
const checks: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    'Nothing answers there: check that the server runs, and its address in the settings, such as in DATABASE_URL.',
  ENOENT: 'There is no such file or folder: check the path, and in which folder the command runs.',
  ENOTFOUND: 'There is no such host: check the address in the settings, such as in DATABASE_URL.',
};

/** What to do about an error, without a stack trace. Undefined for other errors, which are faults of the product. */
const findExplanation = (error: Error): string | undefined => {
  if (error instanceof ExplainedError) return error.message;
  if (isDiskFull(error)) return `The disk is full: ${error.message}`;
  const { code = '', syscall, errors } = error as NodeJS.ErrnoException & { errors?: readonly unknown[] };
  // A host name with several addresses fails with an error for each, and without a message.
  if (isNativeError(errors?.[0])) return findExplanation(errors[0]);
  if (code === '42501')
    return `The database refuses: ${error.message}. Set DATABASE_OWNER_URL to the owner of its tables, and DATABASE_URL to the user of the product.`;
  if (code === '25006')
    return `The database takes no changes: ${error.message}. It is a standby, or is still being restored: try again once it is neither.`;
  if (connectionStates.test(code)) return `The database cannot be used: ${error.message}.`;
  if (syscall === undefined)
    return toAppError(error).isInterruption
      ? `The database has broken off: ${error.message}. Check that the server runs, and try again.`
      : undefined;
  // Of the operating system: the message names the file or the address.
  const check = checks[code];
  return check === undefined ? error.message : `${error.message}. ${check}`;
};

/** What a command or the start of the product prints about an error, with a stack trace only if it is a fault. */
export const explainError = (error: unknown): string => {
  if (!isNativeError(error)) return String(error);
  return findExplanation(error) ?? error.stack ?? error.message;
};
