import { leftoverResources } from '@readerlens/contract/registry';
import { onAreaEvent } from '../host/index.ts';
import type { AreaEvent } from '../host/index.ts';
import { recordAreaSample } from './area-samples.ts';
import type { AreaSample } from './area-samples.ts';
import { areaRequested, areaHidden, areaShown } from './area-visits.ts';

const listSamples = (event: AreaEvent): AreaSample[] => {
  const { area, version } = event;
  switch (event.type) {
    case 'loaded':
      return [{ area, version, kind: 'load', value: Math.round(event.ms) }];
    case 'ready':
      return [{ area, version, kind: 'mount', value: Math.round(event.ms) }];
    case 'fellBack':
      return [{ area, version: event.failed, kind: 'fallback' }];
    case 'failed':
      return [{ area, version, kind: 'failure', phase: event.phase, failure: event.failure.kind }];
    case 'invalid':
      return [{ area, version, kind: 'failure', phase: 'load', failure: event.failure.kind }];
    case 'leftBehind':
      return leftoverResources
        .filter((resource) => event.leftovers[resource] > 0)
        .map((resource) => ({ area, version, kind: 'leftover', resource, value: event.leftovers[resource] }));
    default:
      return [];
  }
};

const followVisits = ({ type, area, version }: AreaEvent) => {
  if (type === 'loading') areaRequested();
  else if (type === 'mounted') areaShown(area, version);
  else if (type === 'unmounted' || type === 'failed') areaHidden();
};

/** Records samples from the area events of this page. Returns a function that stops it. */
export const recordAreas = (): (() => void) => {
  const loaded = new Set<string>();
  return onAreaEvent((event) => {
    followVisits(event);
    if (event.type === 'loaded') {
      // A page fetches a version only once; later visits would count as loads without a fetch.
      const key = `${event.area}@${event.version}`;
      if (loaded.has(key)) return;
      loaded.add(key);
    }
    for (const sample of listSamples(event)) recordAreaSample(sample);
  });
};
