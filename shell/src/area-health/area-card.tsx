import { Badge, Box, Card, Span, Table } from '@readerlens/ui';
import type { AreaState } from '../host/index.ts';
import type { ListedArea, Standing } from './area-list.ts';
import { StandingBadge, versionColumns } from './version-columns.tsx';

const phases = {
  loading: { tone: 'info', text: 'Loading' },
  loaded: { tone: 'neutral', text: 'Loaded' },
  mounted: { tone: 'positive', text: 'Mounted' },
  failed: { tone: 'negative', text: 'Failed' },
} as const;

/** What the area does on the page that one looks at. */
const StateBadge = ({ state }: { state: AreaState | undefined }) => {
  if (!state) return <Badge>Not loaded</Badge>;
  if (state.insteadOf)
    return <Badge tone="warning">{`${state.version} stands in for ${state.insteadOf}`}</Badge>;
  const { tone, text } = phases[state.phase];
  return <Badge tone={tone}>{state.failure ? `${text}: ${state.failure}` : text}</Badge>;
};

const Labelled = ({ version, standing }: { version: string; standing: Standing }) => (
  <Box display="inline-flex" alignItems="center" gap="1.5">
    <StandingBadge standing={standing} /> <Span fontFamily="mono">{version}</Span>
  </Box>
);

const Deployed = ({ area: { version, previous, standing } }: { area: ListedArea }) => {
  if (!version) return 'No longer deployed';
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1" mt="1">
      <Labelled version={version} standing={standing} />
      {previous && <Labelled version={previous} standing="previous" />}
    </Box>
  );
};

/** One area: what is deployed, what it does on this page, and how each of its versions did. */
export const AreaCard = ({ area }: { area: ListedArea }) => (
  <Card
    title={area.name}
    subtitle={<Deployed area={area} />}
    actions={
      <Box display="flex" alignItems="center" gap="1.5" textStyle="small" color="textMuted">
        On this page <StateBadge state={area.state} />
      </Box>
    }
  >
    <Table
      caption={`Versions of ${area.name}`}
      columns={versionColumns}
      rows={area.versions}
      rowKey={({ version }) => version}
      empty="No page reported anything in this time."
    />
  </Card>
);
