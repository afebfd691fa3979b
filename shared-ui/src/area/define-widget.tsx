import type { SlotContext } from '@readerlens/contract/registry';
import { Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { AreaProvider } from '../theme/providers.tsx';
import type { AreaLifecycles, AreaProps } from './area-context.tsx';
import { AreaSurroundings, Ready } from './area-root.tsx';
import { createLifecycles } from './create-lifecycles.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { WidgetFailure } from './widget-failure.tsx';

export interface WidgetDefinition {
  /** As in area.json. */
  label: string;
  /** Fills the room of the widget. `context` is what the slot knows. */
  Component: ComponentType<{ context: SlotContext }>;
}

const emptyContext: SlotContext = {};

const WidgetRoot = ({ label, Component, ...props }: AreaProps & WidgetDefinition) => {
  const { slotContext = emptyContext, onReady, onError } = props;
  const [ready] = useState(() => () => onReady());
  return (
    <AreaSurroundings {...props}>
      <ScreenBoundary
        resetKey=""
        onError={onError}
        renderError={(_, onRetry) => <WidgetFailure label={label} onRetry={onRetry} />}
      >
        <Suspense>
          <Component context={slotContext} />
          <Ready onReady={ready} />
        </Suspense>
      </ScreenBoundary>
    </AreaSurroundings>
  );
};

/** Turns a component into the single-spa lifecycles that `src/NAME.widget.tsx` exports. */
export const defineWidget = (definition: WidgetDefinition): AreaLifecycles =>
  createLifecycles({
    name: definition.label,
    Root: (props) => <WidgetRoot {...props} {...definition} />,
    renderError: () => (
      <AreaProvider>
        <WidgetFailure label={definition.label} onRetry={() => window.location.reload()} />
      </AreaProvider>
    ),
  });
