import { ApiError, sessionStore } from '@readerlens/auth';
import type { AreaEntry, SlotContext } from '@readerlens/contract/registry';
import type { ShownWidget, SlotWidget, WidgetPlace } from '@readerlens/ui';
import { config } from '../config.ts';
import { withSwitches } from '@readerlens/contract/registry';
import { registryPollMs } from '../deadlines.ts';
import { buildPartKey } from './area-events.ts';
import { AreaFailure } from './area-failure.ts';
import { AreaMount, clearFailures } from './area-mount.ts';
import type { LoadArea } from './area-run.ts';
import type { HostProps, WidgetPage } from './capabilities.ts';
import { loadArea } from './load-area.ts';
import { currentVersions, registryStore } from './registry.ts';
import { findWidgetSlot, listSlotWidgets, pickWidgetVersion } from './slot-widgets.ts';
import { whenIdle } from './when-idle.ts';

/** The entry of the area with the widget; undefined if the user may not see it in this slot. */
const findEntry = (slot: string, { area, name }: SlotWidget): AreaEntry | undefined => {
  const state = registryStore.getState();
  if (state.status !== 'ready') return undefined;
  const { claims } = sessionStore.getState();
  return listSlotWidgets(state.registry, slot, {
    claims,
    features: withSwitches(config.features, state.registry),
  }).find((listed) => listed.area.id === area && listed.widget.name === name)?.area;
};

/** What the slot declares, and nothing else that its owner passes. */
const pickContext = (slot: string, context: SlotContext): SlotContext => {
  const state = registryStore.getState();
  const names = state.status === 'ready' ? (findWidgetSlot(state.registry, slot)?.context ?? []) : [];
  return Object.freeze(Object.fromEntries(names.map((name) => [name, context[name]])));
};

/** How far outside the window a widget begins to load. */
const nearMargin = '300px';

/** Calls back once an element comes near the window. Returns a function that stops it. */
const whenNear = (element: Element, work: () => void): (() => void) => {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      work();
    },
    { rootMargin: nearMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
};

/** The widgets of which no version worked. The next attempt tries all of them, also one that was just deployed. */
const failed = new Set<string>();

const currentWidgetVersions = async (entry: AreaEntry, name: string, maxAgeMs: number) => {
  const versions = (await currentVersions(entry, maxAgeMs))
    .map((version) => pickWidgetVersion(version, name))
    .filter((version) => version !== undefined);
  if (versions.length > 0) return versions;
  throw new AreaFailure('missing', `No version of ${entry.id} has the widget ${name}.`);
};

/**
 * Runs a widget in its place as an area is run on its page: with deadlines, a fall-back to the previous version, and
 * capabilities that end with it. It loads once the page shows its content and the place comes near the window, a retry at once.
 */
export const showWidget = (
  widget: SlotWidget,
  place: WidgetPlace,
  { ready, props }: WidgetPage,
  load: LoadArea = loadArea,
): ShownWidget => {
  const { slot, element, isRetry, onPhase } = place;
  const { area: id, name, label } = widget;
  const key = buildPartKey(id, name);
  let { context } = place;
  let mount: AreaMount | undefined;
  let isStopped = false;
  let stopWatching = () => {};
  const parent = document.createElement('div');
  parent.dataset['area'] = id;
  // Whatever its z-index, nothing in the widget covers the page.
  Object.assign(parent.style, { isolation: 'isolate', display: 'none', minWidth: '0' });

  const onError = (error: Error) => {
    // An API error is not the fault of the version that made the call.
    if (!(error instanceof ApiError)) mount?.contentCrashed(error);
  };
  const buildProps = (page: HostProps): HostProps => ({
    ...page,
    slotContext: pickContext(slot, context),
    onReady: () => {},
    onError,
  });

  const begin = () => {
    const entry = findEntry(slot, widget);
    const page = props();
    if (isStopped || !page) return;
    if (!entry) {
      onPhase('failed');
      return;
    }
    const hasFailed = failed.delete(key);
    if (hasFailed) clearFailures(key);
    element.append(parent);
    mount = new AreaMount({
      area: { id, name: label, widget: name },
      parent,
      props: buildProps(page),
      load,
      versions: () => currentWidgetVersions(entry, name, hasFailed ? 0 : registryPollMs),
      onPhase: ({ phase }) => {
        if (phase === 'failed') failed.add(key);
        parent.style.display = phase === 'mounted' ? 'grid' : 'none';
        onPhase(phase);
      },
    });
  };

  const watch = async () => {
    await ready;
    if (isStopped) return;
    if (isRetry) begin();
    else stopWatching = whenNear(element, () => whenIdle(begin));
  };
  void watch();

  return {
    update: (next) => {
      context = next;
      const page = props();
      if (page) mount?.update(buildProps(page));
    },
    stop: () => {
      isStopped = true;
      stopWatching();
      mount?.stop();
      parent.remove();
    },
  };
};
