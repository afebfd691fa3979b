import type { Services } from '../../people/services.ts';
import type { StoredFile } from '../../platform/files/index.ts';

export const infectedText = 'The file contains a virus. It was deleted.';

export type ScanServices = Pick<Services, 'files' | 'scan'>;

/**
 * Scans a stored file, if a scanner is configured, and deletes an infected one. A file that is `held` was not scanned.
 */
export const scanFile = async (
  { files, scan }: ScanServices,
  { id }: Pick<StoredFile, 'id'>,
): Promise<'served' | 'held' | 'infected'> => {
  if (!scan) return 'served';
  const found = await files.open(id);
  if (!found) throw new Error('The file no longer exists.');
  const result = await scan({ size: found.file.size, body: found.body });
  if (result === 'clean') return 'served';
  if (result === 'not scanned') return 'held';
  await files.delete(id);
  return 'infected';
};
