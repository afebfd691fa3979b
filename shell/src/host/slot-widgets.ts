import { useSession } from '@readerlens/auth/react';
import type { AreaEntry, AreaSlot, AreaVersion, AreaWidget, Registry } from '@readerlens/contract/registry';
import type { SlotWidget } from '@readerlens/ui';
import { useCallback } from 'react';
import { config } from '../config.ts';
import { withSwitches } from '@readerlens/contract/registry';
import { useRegistry } from './registry.ts';
import { isOpenTo } from './slot-links.tsx';
import type { SlotViewer } from './slot-links.tsx';

interface ListedWidget {
  area: AreaEntry;
  widget: AreaWidget;
}

/** The declaration of a slot; undefined if no deployed area has it for widgets. */
export const findWidgetSlot = ({ areas }: Registry, slot: string): AreaSlot | undefined =>
  areas.flatMap(({ slots = [] }) => slots).find((each) => each.slot === slot && each.kind === 'widgets');

/** The widgets of all areas in a slot that a viewer may see, in their order. */
export const listSlotWidgets = (registry: Registry, slot: string, viewer: SlotViewer): ListedWidget[] => {
  if (!findWidgetSlot(registry, slot)) return [];
  return registry.areas
    .flatMap((area) => (area.widgets ?? []).map((widget) => ({ area, widget })))
    .filter(({ widget }) => widget.slot === slot && isOpenTo(widget, viewer))
    .sort((a, b) => a.widget.order - b.widget.order);
};

/** A version as the shell loads it for one of its widgets; undefined if it does not have the widget. */
export const pickWidgetVersion = (version: AreaVersion, name: string): AreaVersion | undefined => {
  const files = version.widgetFiles?.[name];
  return files && { ...version, module: `./${name}`, preload: files };
};

/** Finds the widgets of a slot for the current user, by the registry as it is now. */
export const useFindWidgets = (): ((slot: string) => readonly SlotWidget[]) => {
  const state = useRegistry();
  const claims = useSession((session) => session.claims);
  return useCallback(
    (slot) =>
      state.status === 'ready'
        ? listSlotWidgets(state.registry, slot, {
            claims,
            features: withSwitches(config.features, state.registry),
          }).map(({ area, widget: { name, label, minHeight } }) => ({
            area: area.id,
            name,
            label,
            minHeight,
          }))
        : [],
    [state, claims],
  );
};
