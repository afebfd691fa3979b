import { createHmac } from 'node:crypto';
import type { AreaSample } from '@readerlens/contract';
import { badRequest } from '../../platform/http/errors.ts';
import type { Database } from '../../platform/db/index.ts';

type Kind = AreaSample['kind'];
type Part = Exclude<keyof AreaSample, 'area' | 'version' | 'widget' | 'kind'>;

const parts: readonly Part[] = ['value', 'phase', 'failure', 'vital', 'resource'];

/** The allowed fields of a sample of each kind. */
const partsOf: Record<Kind, readonly Part[]> = {
  load: ['value'],
  mount: ['value'],
  fallback: [],
  failure: ['phase', 'failure'],
  vital: ['vital', 'value'],
  leftover: ['resource', 'value'],
};

/** Throws 400 for the first field that is missing or does not belong to the kind. */
const checkParts = (sample: AreaSample, index: number): void => {
  for (const part of parts) {
    const isRequired = partsOf[sample.kind].includes(part);
    if (isRequired === (sample[part] !== undefined)) continue;
    const path = `samples.${index}.${part}`;
    const message = isRequired ? 'is required' : `is not allowed for ${sample.kind}`;
    throw badRequest(`${path} ${message}`, 'invalid_input', [{ path, message }]);
  }
};

/** Tells people apart without naming them, as a uuid. */
export const hashPerson = (key: Uint8Array, userId: number): string =>
  createHmac('sha256', key).update(String(userId)).digest('hex').slice(0, 32);

/** Whether a version of an area was ever deployed or staged here. */
export type IsDeployed = (area: string, version: string) => Promise<boolean>;

/** The samples of known versions; a page may report one that is staged elsewhere, or an invented one. */
const knownSamples = async (
  samples: readonly AreaSample[],
  isDeployed: IsDeployed,
): Promise<AreaSample[]> => {
  const known: AreaSample[] = [];
  // In sequence: most are of the same version, and forged ones must not flood the store.
  for (const sample of samples) if (await isDeployed(sample.area, sample.version)) known.push(sample);
  return known;
};

/**
 * Stores the samples that the page of a person measured for its areas, except unknown versions. Returns the areas that some are
 * of. Throws 400 for a sample whose fields do not match its kind, and then stores none.
 */
export const storeSamples = async (
  { kysely }: Database,
  samples: readonly AreaSample[],
  person: string,
  isDeployed: IsDeployed,
): Promise<string[]> => {
  samples.forEach(checkParts);
  const known = await knownSamples(samples, isDeployed);
  if (known.length === 0) return [];
  await kysely
    .insertInto('area_sample')
    .values(
      known.map((sample) => ({
        area: sample.area,
        version: sample.version,
        widget: sample.widget ?? null,
        person,
        kind: sample.kind,
        phase: sample.phase ?? null,
        failure: sample.failure ?? null,
        vital: sample.vital ?? null,
        resource: sample.resource ?? null,
        value: sample.value ?? null,
      })),
    )
    .execute();
  return [...new Set(known.map(({ area }) => area))];
};
