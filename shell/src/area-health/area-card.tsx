import type { Canary } from '@readerlens/contract';
import { Badge, Box, Card, RowList, Span } from '@readerlens/ui';
import { buildPartKey } from '../host/index.ts';
import type { AreaState } from '../host/index.ts';
import type { ListedArea, VersionStatus } from './area-list.ts';
import { CanaryPanel } from './canary-panel.tsx';
import { ProvenanceLine } from './provenance-line.tsx';
import { StatusBadge, versionColumns } from './version-columns.tsx';

const phases = {
  loading: { tone: 'info', text: 'Loading' },
  loaded: { tone: 'neutral', text: 'Loaded' },
  mounted: { tone: 'positive', text: 'Mounted' },
  failed: { tone: 'negative', text: 'Failed' },
} as const;

/** The state of the area on the current page. */
const StateBadge = ({ state }: { state: AreaState | undefined }) => {
  if (!state) return <Badge>Not loaded</Badge>;
  if (state.replaces) return <Badge tone="warning">{`${state.version} replaces ${state.replaces}`}</Badge>;
  const { tone, text } = phases[state.phase];
  return <Badge tone={tone}>{state.failure ? `${text}: ${state.failure}` : text}</Badge>;
};

const VersionLabel = ({ version, status }: { version: string; status: VersionStatus }) => (
  <Box display="inline-flex" alignItems="center" gap="1.5">
    <StatusBadge status={status} /> <Span fontFamily="mono">{version}</Span>
  </Box>
);

const Deployed = ({ area: { version, previous, status, provenance } }: { area: ListedArea }) => {
  if (!version) return 'No longer deployed';
  return (
    <>
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1" mt="1">
        <VersionLabel version={version} status={status} />
        {previous && <VersionLabel version={previous} status="previous" />}
      </Box>
      <ProvenanceLine provenance={provenance} />
    </>
  );
};

/** One area: what is deployed, its state on this page, and how each of its versions performed. */
export const AreaCard = ({ area, canary }: { area: ListedArea; canary: Canary | undefined }) => (
  <Card
    title={area.name}
    subtitle={<Deployed area={area} />}
    actions={
      <Box display="flex" alignItems="center" gap="1.5" textStyle="small" color="textMuted">
        On this page <StateBadge state={area.state} />
      </Box>
    }
  >
    {canary && <CanaryPanel canary={canary} />}
    <RowList
      caption={`Versions of ${area.name}`}
      columns={versionColumns}
      rows={area.versions}
      rowKey={({ version, widget }) => buildPartKey(version, widget)}
      empty="No reports in this period."
    />
  </Card>
);
