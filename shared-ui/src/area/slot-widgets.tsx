import type { SlotContext } from '@readerlens/contract/registry';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Box } from '../components/layout.ts';
import { Skeleton } from '../components/states.tsx';
import { AreaContext } from './area-context.tsx';
import type { ShownWidget, SlotWidget, WidgetPhase } from './area-context.tsx';
import { WidgetFailure } from './widget-failure.tsx';

interface Props {
  /** Id of the slot, as in the `slots` of the area's area.json. */
  slot: string;
  context: SlotContext;
}

/**
 * The room of a widget. It has its size from the beginning, so that the page does not move when the widget arrives. It is empty and
 * not busy until the user comes near and the widget loads: a page is complete without what nobody looks at.
 */
const Place = ({ slot, context, widget }: Props & { widget: SlotWidget }) => {
  const { showWidget } = useContext(AreaContext) ?? {};
  const location = useLocation();
  const parent = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownWidget>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [phase, setPhase] = useState<WidgetPhase | 'waiting'>('waiting');

  const show = useEffectEvent(() =>
    showWidget?.(widget, {
      slot,
      element: parent.current!,
      context,
      isRetry: attempt > 0,
      onPhase: setPhase,
    }),
  );
  useEffect(() => {
    const current = show();
    shown.current = current;
    return () => current?.stop();
  }, [attempt]);

  const values = JSON.stringify(context);
  const update = useEffectEvent(() => shown.current?.update(context));
  useEffect(() => update(), [values, location]);

  return (
    <Box minHeight={`${widget.minHeight}px`} display="grid" minW={0} aria-busy={phase === 'loading'}>
      {/* The shell watches it, so it has its size before there is anything in it, below what stands for it. */}
      <Box ref={parent} gridArea="1 / 1" display="grid" minW={0} />
      {phase === 'loading' && <Skeleton gridArea="1 / 1" borderRadius="lg" />}
      {phase === 'failed' && (
        <Box gridArea="1 / 1" borderWidth="1px" borderRadius="lg" display="grid" alignItems="center">
          <WidgetFailure label={widget.label} onRetry={() => setAttempt((count) => count + 1)} />
        </Box>
      )}
    </Box>
  );
};

/** The widgets that areas added to a slot. One that fails says so in its own room, and the page goes on. */
export const SlotWidgets = ({ slot, context }: Props) => {
  const { findWidgets } = useContext(AreaContext) ?? {};
  return findWidgets?.(slot).map((widget) => (
    <Place key={`${widget.area}/${widget.name}`} {...{ slot, context, widget }} />
  ));
};
