import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import { integrityOf } from '../integrity.ts';
import { liveReloadScript } from './live-reload.ts';

/** A registry with one area replaced, or added. It has no fall-back: what fails is to be seen. */
export const ownRegistry = ({ areas }: Registry, own: AreaEntry | undefined): Registry => ({
  areas: own
    ? [...areas.filter(({ id }) => id !== own.id), own].sort((a, b) => a.id.localeCompare(b.id))
    : areas,
});

const inlined = /(<script type="application\/json" id="readerlens-registry">)(.*?)(<\/script>)/s;

const reload = '/dev/live-reload.js';
const reloadTag = `<script defer src="${reload}" crossorigin="anonymous" integrity="${integrityOf(liveReloadScript)}"></script>`;

/** Whether a tag fetches ahead what the page will not use: files of the deployed version, or another's live reload. */
const isStale = (tag: string, registry: Registry | undefined, own: AreaEntry | undefined): boolean => {
  if (tag.startsWith('<script')) return tag.includes(reload);
  const deployed = registry?.areas.find((area) => area.id === own?.id);
  return deployed !== undefined && tag.includes(`href="${deployed.base}`);
};

const parse = (json: string | undefined): Registry | undefined => {
  const value: unknown = json === undefined ? undefined : JSON.parse(json);
  return value && Array.isArray((value as Registry).areas) ? (value as Registry) : undefined;
};

/** The page of a deployed shell with one area replaced in the registry that is written into it, and live reload. */
export const reframed = (page: string, own: AreaEntry | undefined): string => {
  const registry = parse(inlined.exec(page)?.[2]);
  // Nothing in the data can end the element that it stands in.
  const text = JSON.stringify(ownRegistry(registry ?? { areas: [] }, own)).replaceAll('<', '\\u003c');
  return page
    .replaceAll(/<link [^>]*>|<script [^>]*><\/script>\n?/g, (tag) =>
      isStale(tag, registry, own) ? '' : tag,
    )
    .replace(inlined, (whole, start: string, _old, end: string) => (registry ? start + text + end : whole))
    .replace('</head>', () => `${reloadTag}\n</head>`);
};
