import { leftoverResources } from '@readerlens/contract/registry';
import { buildPartKey, onAreaEvent } from '../host/index.ts';
import type { AreaEvent } from '../host/index.ts';
import { recordAreaSample } from './area-samples.ts';
import type { AreaSample } from './area-samples.ts';
import { areaRequested, areaHidden, areaShown } from './area-visits.ts';

const listSamples = (event: AreaEvent): AreaSample[] => {
  const { area, version, widget } = event;
  const subject = { area, version, ...(widget === undefined ? {} : { widget }) };
  switch (event.type) {
    case 'loaded':
      return [{ ...subject, kind: 'load', value: Math.round(event.ms) }];
    case 'ready':
      return [{ ...subject, kind: 'mount', value: Math.round(event.ms) }];
    case 'fellBack':
      return [{ ...subject, version: event.failed, kind: 'fallback' }];
    case 'failed':
      return [{ ...subject, kind: 'failure', phase: event.phase, failure: event.failure.kind }];
    case 'invalid':
      return [{ ...subject, kind: 'failure', phase: 'load', failure: event.failure.kind }];
    case 'leftBehind':
      return leftoverResources
        .filter((resource) => event.leftovers[resource] > 0)
        .map((resource) => ({ ...subject, kind: 'leftover', resource, value: event.leftovers[resource] }));
    default:
      return [];
  }
};

const followVisits = ({ type, area, version, widget }: AreaEvent) => {
  // The visit is of the area in whose page the widget stands.
  if (widget !== undefined) return;
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
      const key = `${buildPartKey(event.area, event.widget)}@${event.version}`;
      if (loaded.has(key)) return;
      loaded.add(key);
    }
    for (const sample of listSamples(event)) recordAreaSample(sample);
  });
};
