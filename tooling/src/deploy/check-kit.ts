import { isRecord } from '@readerlens/contract/guards';
import { note } from '../area/contract/call-findings.ts';
import type { Finding } from '../area/contract/call-findings.ts';
import { kitVersion } from '../workplace.ts';
import { fetchFrom } from './live-shell.ts';

/** The version of the kit that a shell serves; undefined if it has none, or is still building it. */
const readLiveKit = async (shell: string): Promise<string | undefined> => {
  try {
    const kit: unknown = await (await fetchFrom(shell, '/shell/kit.json')).json();
    return isRecord(kit) && typeof kit['version'] === 'string' ? kit['version'] : undefined;
  } catch {
    return undefined;
  }
};

/** Describes that the types were checked with the kit of another release. What would break is found by the other checks. */
export const kitFindings = async (shell: string): Promise<Finding[]> => {
  if (kitVersion === undefined) return [];
  const live = await readLiveKit(shell);
  if (live === undefined || live === kitVersion) return [];
  return [note(`this kit, ${kitVersion}, is of another release: ${shell} serves /shell/kit-${live}.tgz`)];
};
