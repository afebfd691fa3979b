import { pickProvenance, pickVersion } from '@readerlens/contract/registry';
import type { AreaManifest, AreaVersion, Registry } from '@readerlens/contract/registry';
import { entryFrom, findEntry, findHistory } from './stored-registry.ts';
import type { LiveVersion, StoredRegistry } from './stored-registry.ts';

/** Who switches, and when. */
export interface Actor {
  by: string;
  at: string;
}

const historyLength = 20;

/** Where the version is in the history; its length if it was never live. */
const findPosition = (history: readonly LiveVersion[], version: string): number => {
  const index = history.findIndex((live) => live.version === version);
  return index === -1 ? history.length : index;
};

/**
 * The version to fall back to from `version`, in browsers and by a rollback. Of the good versions that went live before
 * it, the last one that visits have proven; if none is proven, the last one. A version is good unless it was withdrawn.
 */
const findFallback = (history: readonly LiveVersion[], version: string): string | undefined => {
  const good = history.slice(0, findPosition(history, version)).filter(({ withdrawn }) => !withdrawn);
  return (good.findLast(({ proven }) => proven) ?? good.at(-1))?.version;
};

/** A switch of an area to another version. */
export interface SwitchPlan {
  /** The version that becomes live. */
  target: string;
  /** Its fallback. */
  previous: string | undefined;
  /** The history after the switch. */
  history: LiveVersion[];
}

/** The newest versions, and the fallback even if it is older. */
const trimmed = (history: LiveVersion[], fallback: string | undefined) =>
  history.filter(({ version }, index) => index >= history.length - historyLength || version === fallback);

const planFrom = (history: LiveVersion[], target: string): SwitchPlan => {
  const previous = findFallback(history, target);
  return { target, previous, history: trimmed(history, previous) };
};

/** Plans the deploy of a version, which ends its withdrawal. */
export const planDeploy = (
  registry: StoredRegistry,
  id: string,
  target: string,
  actor: Actor,
): SwitchPlan => {
  const known = findHistory(registry, id);
  if (findEntry(registry, id)?.version === target) return planFrom(known, target);
  const others = known.filter(({ version }) => version !== target);
  const isProven = known.some(({ version, proven }) => version === target && proven);
  return planFrom([...others, { version: target, ...actor, ...(isProven ? { proven: true } : {}) }], target);
};

/** The history after going back to `target`: every version since then is withdrawn. */
const afterGoingBack = (history: readonly LiveVersion[], target: string): LiveVersion[] => {
  const position = findPosition(history, target);
  return history.map(({ withdrawn, ...live }, index): LiveVersion => {
    const isWithdrawn = index > position || (withdrawn && index < position);
    return isWithdrawn ? { ...live, withdrawn: true } : live;
  });
};

/** The history with a version marked as withdrawn. */
const withWithdrawn = (history: readonly LiveVersion[], version: string | undefined): LiveVersion[] =>
  history.map((live): LiveVersion => (live.version === version ? { ...live, withdrawn: true } : live));

/**
 * Plans a rollback of an area to version `to`, or by default to the fallback of the live one. Undefined if there is
 * none. A version that went live later than the live one is deployed again: that does not withdraw the live one.
 */
export const planRollback = (
  registry: StoredRegistry,
  id: string,
  to: string | undefined,
  actor: Actor,
): SwitchPlan | undefined => {
  const live = findEntry(registry, id)?.version;
  const known = findHistory(registry, id);
  const target = to ?? (live && findFallback(known, live));
  if (!live || !target) return undefined;
  const position = findPosition(known, target);
  if (position < findPosition(known, live)) return planFrom(afterGoingBack(known, target), target);
  const isNew = position === known.length;
  const history = isNew ? withWithdrawn(known, live) : known;
  return planDeploy({ ...registry, history: { ...registry.history, [id]: history } }, id, target, actor);
};

/** What the registry itself knows about a version. */
export const knownVersion = (registry: Registry, id: string, version: string): AreaVersion | undefined => {
  const entry = findEntry(registry, id);
  const known = [entry, entry?.previous].find((each) => each?.version === version);
  return known && pickVersion(known);
};

/** The registry after a planned switch to `manifest`, with `previous` as its fallback. */
export const withSwitched = (
  registry: StoredRegistry,
  { history }: SwitchPlan,
  manifest: AreaManifest,
  previous: AreaVersion | undefined,
): StoredRegistry => {
  const others = registry.areas.filter(({ id }) => id !== manifest.id);
  return {
    areas: [...others, entryFrom(manifest, previous)].sort((a, b) => a.id.localeCompare(b.id)),
    history: {
      ...registry.history,
      [manifest.id]: history.map((live) =>
        live.version === manifest.version ? { ...live, ...pickProvenance(manifest) } : live,
      ),
    },
  };
};

/** The registry with some versions of an area marked as proven. */
export const withProofs = (
  registry: StoredRegistry,
  id: string,
  proven: readonly string[],
): StoredRegistry => {
  if (proven.length === 0) return registry;
  const history = findHistory(registry, id).map((live): LiveVersion =>
    proven.includes(live.version) ? { ...live, proven: true } : live,
  );
  return { ...registry, history: { ...registry.history, [id]: history } };
};

/** The registry without an area; its live version is marked as withdrawn. */
export const withoutArea = (registry: StoredRegistry, id: string): StoredRegistry => {
  const history = withWithdrawn(findHistory(registry, id), findEntry(registry, id)?.version);
  return {
    areas: registry.areas.filter((area) => area.id !== id),
    history: { ...registry.history, [id]: history },
  };
};
