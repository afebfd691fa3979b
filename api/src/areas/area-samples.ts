import type { AreaSample } from '@readerlens/contract';
import { badRequest } from '../platform/errors.ts';
import type { Database } from '../platform/db/index.ts';

type Kind = AreaSample['kind'];
type Part = Exclude<keyof AreaSample, 'area' | 'version' | 'kind'>;

const parts: readonly Part[] = ['value', 'phase', 'failure', 'vital'];

/** What a sample of each kind says; nothing else goes with it. */
const partsOf: Record<Kind, readonly Part[]> = {
  load: ['value'],
  mount: ['value'],
  fallback: [],
  failure: ['phase', 'failure'],
  vital: ['vital', 'value'],
};

/** Throws 400 at the first part that is missing, or that does not go with the kind. */
const checkParts = (sample: AreaSample, index: number): void => {
  for (const part of parts) {
    const wanted = partsOf[sample.kind].includes(part);
    if (wanted === (sample[part] !== undefined)) continue;
    const path = `samples.${index}.${part}`;
    const message = wanted ? 'is required' : `does not go with ${sample.kind}`;
    throw badRequest(`${path} ${message}`, 'invalid_input', [{ path, message }]);
  }
};

/** Whether a version of an area was ever deployed or staged here. */
export type IsDeployed = (area: string, version: string) => Promise<boolean>;

/** The samples of versions that are known; a page may tell of one that is staged elsewhere, or of anything it likes. */
const ofKnown = async (samples: readonly AreaSample[], isDeployed: IsDeployed): Promise<AreaSample[]> => {
  const known: AreaSample[] = [];
  // One after the other: most are of the same version, and made-up ones are not to crowd whoever is asked.
  for (const sample of samples) if (await isDeployed(sample.area, sample.version)) known.push(sample);
  return known;
};

/**
 * Keeps what a page saw of its areas, those that nobody deployed left out. Throws 400 for a sample whose parts do not fit
 * its kind, and keeps none then.
 */
export const keepSamples = async (
  { kysely }: Database,
  samples: readonly AreaSample[],
  isDeployed: IsDeployed,
): Promise<void> => {
  samples.forEach(checkParts);
  const kept = await ofKnown(samples, isDeployed);
  if (kept.length === 0) return;
  await kysely
    .insertInto('area_sample')
    .values(
      kept.map(({ area, version, kind, phase = null, failure = null, vital = null, value = null }) => ({
        area,
        version,
        kind,
        phase,
        failure,
        vital,
        value,
      })),
    )
    .execute();
};
