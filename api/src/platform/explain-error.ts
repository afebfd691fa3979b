import { isNativeError } from 'node:util/types';
import { isDiskFull } from './disk-space.ts';
import { ExplainedError } from './explained-error.ts';

/** Of a server that refuses or ends connections: unreachable, wrong password, no such database, full, not ready. */
const connectionStates = /^(?:08|28|3D|53|57P)\w+$/;

/** What to do about an error, without a stack trace. Undefined for other errors, which are faults of the product. */
const findExplanation = (error: Error): string | undefined => {
  if (error instanceof ExplainedError) return error.message;
  if (isDiskFull(error)) return `The disk is full: ${error.message}`;
  const { code = '', syscall, errors } = error as NodeJS.ErrnoException & { errors?: readonly unknown[] };
  // A host name with several addresses fails with an error for each, and without a message.
  if (isNativeError(errors?.[0])) return findExplanation(errors[0]);
  if (code === '42501')
    return `The database refuses: ${error.message}. Set DATABASE_OWNER_URL to the owner of its tables, and DATABASE_URL to the user of the product.`;
  if (connectionStates.test(code)) return `The database cannot be used: ${error.message}.`;
  // Of the operating system: the message names the file or the address.
  return syscall === undefined ? undefined : error.message;
};

/** What a command or the start of the product prints about an error, with a stack trace only if it is a fault. */
export const explainError = (error: unknown): string => {
  if (!isNativeError(error)) return String(error);
  return findExplanation(error) ?? error.stack ?? error.message;
};
