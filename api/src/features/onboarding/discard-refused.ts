import type { Services } from '../../people/services.ts';
import { toAppError } from '../../platform/http/error-response.ts';

/**
 * Deletes files that a change was to take, once it has failed. If the database has not answered, the change may be stored all the
 * same, and need them: then they stay until they expire.
 */
export const discardRefused = async (
  files: Services['files'],
  ids: readonly string[],
  error: unknown,
): Promise<void> => {
  if (toAppError(error).isInterruption) return;
  for (const id of ids) await files.delete(id).catch(() => undefined);
};
