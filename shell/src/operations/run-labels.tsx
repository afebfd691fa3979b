import type { RunState } from '@readerlens/contract';
import { Badge, Box, Span, VisuallyHidden } from '@readerlens/ui';

export const stateLabels: Record<RunState, string> = {
  due: 'Due',
  waiting: 'Waiting',
  running: 'Running',
  failed: 'Failed',
  done: 'Done',
  skipped: 'Skipped',
};
export const states = Object.keys(stateLabels) as RunState[];

const tones = {
  due: 'info',
  waiting: 'neutral',
  running: 'info',
  failed: 'negative',
  done: 'positive',
  skipped: 'neutral',
} as const;

export const StateBadge = ({ state }: { state: RunState }) => (
  <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
);

/** Where a hyphen belongs to the words. */
const kindLabels: Readonly<Record<string, string>> = { 'failed-sign-ins': 'Failed sign-ins' };

/** 'area-samples' becomes 'Area samples'. */
export const kindLabel = (kind: string): string =>
  kindLabels[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');

const toTheMinute = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

export const showHour = (iso: string): string => new Date(iso).toLocaleString('en-US', toTheMinute);

export const showTime = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', { ...toTheMinute, second: '2-digit' });

/** How long an attempt took: '250 ms', '12.3 s'. */
export const showDuration = (startedAt: string, finishedAt: string): string => {
  const ms = Date.parse(finishedAt) - Date.parse(startedAt);
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
};

export const NoValue = ({ label }: { label: string }) => (
  // Positioned, because the hidden text would otherwise lie outside the table's scroll area and widen the page.
  <Span color="textSubtle" position="relative">
    <span aria-hidden="true">–</span>
    <VisuallyHidden>{label}</VisuallyHidden>
  </Span>
);

interface Start {
  state: RunState;
  startedAt: string;
  finishedAt: string | null;
}

/** 'Done Nov 30, 07:18:14 130 ms'. */
export const StateAndTime = ({ state, startedAt, finishedAt }: Start) => (
  <Box display="inline-flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="0.5">
    <StateBadge state={state} />
    <Span whiteSpace="nowrap">{showTime(startedAt)}</Span>
    {finishedAt && (
      <Span color="textMuted" whiteSpace="nowrap">
        {showDuration(startedAt, finishedAt)}
      </Span>
    )}
  </Box>
);
