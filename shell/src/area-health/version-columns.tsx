import { Badge, Box, Span, VisuallyHidden } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { leftoverResources } from '@readerlens/contract/registry';
import type { ListedVersion, VersionStatus, VersionHealth } from './area-list.ts';
import { rateVital, showMs, showVital } from './vital-rating.ts';
import type { Vital } from './vital-rating.ts';

const statusBadges = {
  live: { tone: 'accent', text: 'live' },
  preview: { tone: 'info', text: 'preview' },
  canary: { tone: 'info', text: 'canary' },
  previous: { tone: 'neutral', text: 'previous' },
} as const;

/** The status of a version; nothing for other versions. */
export const StatusBadge = ({ status }: { status: VersionStatus }) =>
  status === 'other' ? null : <Badge tone={statusBadges[status].tone}>{statusBadges[status].text}</Badge>;

const NoValue = () => (
  // Positioned, because the hidden text would otherwise lie outside the table's scroll area and widen the page.
  <Span color="textSubtle" position="relative">
    <span aria-hidden="true">–</span>
    <VisuallyHidden>not measured</VisuallyHidden>
  </Span>
);

const day = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
/** 'Mar 1, 10:00', in the time zone of the browser. */
export const showTime = (iso: string) => new Date(iso).toLocaleString('en-US', day);

const Times = ({ quantiles }: { quantiles: VersionHealth['loadMs'] }) =>
  quantiles ? `${showMs(quantiles.p50)} / ${showMs(quantiles.p75)}` : <NoValue />;

const ratingTones = { good: 'positive', 'needs improvement': 'warning', poor: 'negative' } as const;

const VitalCell = ({ vital, version }: { vital: Vital; version: VersionHealth }) => {
  const value = version.vitals[vital]?.p75;
  if (value === undefined) return <NoValue />;
  const rating = rateVital(vital, value);
  return (
    <Box display="inline-flex" flexDirection="column" alignItems="flex-end" gap="0.5">
      {showVital(vital, value)} <Badge tone={ratingTones[rating]}>{rating}</Badge>
    </Box>
  );
};

const failureKinds = { timeout: 'warning', missing: 'negative', error: 'negative' } as const;

const Failures = ({ failures }: Pick<VersionHealth, 'failures'>) => {
  const kinds = (Object.keys(failureKinds) as (keyof typeof failureKinds)[]).filter(
    (kind) => failures[kind] > 0,
  );
  if (kinds.length === 0) return <Span color="textMuted">none</Span>;
  return (
    <Box display="flex" flexWrap="wrap" gap="1">
      {kinds.map((kind) => (
        <Badge key={kind} tone={failureKinds[kind]}>{`${failures[kind]} ${kind}`}</Badge>
      ))}
    </Box>
  );
};

const perVisit = (value: number) => (value < 0.1 ? '< 0.1' : String(Math.round(value * 10) / 10));

const Leftovers = ({ leftovers }: Pick<VersionHealth, 'leftovers'>) => {
  const left = leftoverResources.filter((resource) => leftovers[resource] > 0);
  if (left.length === 0) return <Span color="textMuted">none</Span>;
  return (
    <Box display="flex" flexWrap="wrap" gap="1">
      {left.map((resource) => (
        <Badge key={resource} tone="warning">{`${perVisit(leftovers[resource])} ${resource}`}</Badge>
      ))}
    </Box>
  );
};

const vitals: readonly Vital[] = ['LCP', 'INP', 'CLS'];

/** One row per version, and one for each of its widgets: status, durations, failures and web vitals. */
export const versionColumns: readonly TableColumn<ListedVersion>[] = [
  {
    id: 'version',
    header: 'Version',
    cell: ({ version, widget, status, part = 'widget' }) => (
      <>
        <Box display="flex" alignItems="center" gap="1.5" whiteSpace="nowrap">
          <Span fontFamily="mono">{version}</Span> <StatusBadge status={status} />
        </Box>
        {widget !== undefined && <Span color="textMuted">{`${part} ${widget}`}</Span>}
      </>
    ),
  },
  {
    id: 'seen',
    header: 'Seen',
    cell: ({ firstSeen, lastSeen }) => (
      <Box whiteSpace="nowrap">
        {showTime(firstSeen)} <br />
        {`– ${showTime(lastSeen)}`}
      </Box>
    ),
  },
  { id: 'loads', header: 'Loads', numeric: true, cell: ({ loads }) => loads.toLocaleString('en-US') },
  {
    id: 'load',
    header: 'Load p50 / p75',
    numeric: true,
    cell: ({ loadMs }) => <Times quantiles={loadMs} />,
  },
  {
    id: 'mount',
    header: 'Mount p50 / p75',
    numeric: true,
    cell: ({ mountMs }) => <Times quantiles={mountMs} />,
  },
  { id: 'failures', header: 'Failures', cell: ({ failures }) => <Failures failures={failures} /> },
  {
    id: 'fallbacks',
    header: 'Fallbacks',
    numeric: true,
    cell: ({ fallbacks }) => fallbacks.toLocaleString('en-US'),
  },
  {
    id: 'leftovers',
    // In one line, it would push the last column out of a card at 1440.
    header: (
      <Box whiteSpace="normal" minW="86px">
        Left behind per visit
      </Box>
    ),
    cell: ({ leftovers }) => <Leftovers leftovers={leftovers} />,
  },
  ...vitals.map((vital) => ({
    id: vital,
    header: `${vital} p75`,
    numeric: true,
    cell: (version: ListedVersion) => <VitalCell vital={vital} version={version} />,
  })),
];
