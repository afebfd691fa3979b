import { findHistory } from '../registry/stored-registry.ts';
import type { StoredRegistry } from '../registry/stored-registry.ts';
import { DeployError } from '../area/deploy-error.ts';
import { fetchFrom, isStringArray } from './live-shell.ts';

/**
 * The versions in an area's history that visits have proven, according to the shell's server. None if it cannot tell:
 * the registry still has what it said at earlier switches.
 */
export const readProven = async (shell: string, id: string, registry: StoredRegistry): Promise<string[]> => {
  const versions = findHistory(registry, id).map(({ version }) => version);
  if (versions.length === 0) return [];
  const query = new URLSearchParams({ area: id, versions: versions.join(',') });
  try {
    const response = await fetchFrom(shell, `/api/areas/proven?${query}`);
    const { data } = (await response.json()) as { data?: unknown };
    return isStringArray(data) ? data : [];
  } catch (error) {
    if (error instanceof DeployError || error instanceof SyntaxError) return [];
    throw error;
  }
};
