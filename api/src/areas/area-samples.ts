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

/** Keeps what a page saw of its areas. Throws 400 for a sample whose parts do not fit its kind, and keeps none then. */
export const keepSamples = async ({ kysely }: Database, samples: readonly AreaSample[]): Promise<void> => {
  samples.forEach(checkParts);
  await kysely
    .insertInto('area_sample')
    .values(
      samples.map(({ area, version, kind, phase = null, failure = null, vital = null, value = null }) => ({
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
