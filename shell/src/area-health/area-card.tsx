import { Badge, Box, Card, Span, Table, Text, styled, useIsNarrow } from '@readerlens/ui';
import { Fragment } from 'react';
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
  if (state.insteadOf) return <Badge tone="warning">{`${state.version} replaces ${state.insteadOf}`}</Badge>;
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

const Facts = styled('dl', {
  base: {
    m: 0,
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '1.5',
    textStyle: 'small',
    '& + &': { mt: '4', pt: '4', borderTopWidth: '1px' },
    '& dt': { color: 'textMuted' },
    '& dd': { m: 0 },
  },
});

const noReports = 'No page reported anything in this time.';

/** On a phone, where most columns of a table would be out of sight. */
const VersionFacts = ({ versions }: { versions: ListedArea['versions'] }) => {
  if (versions.length === 0) return <Text color="textMuted">{noReports}</Text>;
  return versions.map((version, index) => (
    <Facts key={version.version}>
      {versionColumns.map(({ id, header, cell }) => (
        <Fragment key={id}>
          <dt>{header}</dt>
          <dd>{cell(version, index)}</dd>
        </Fragment>
      ))}
    </Facts>
  ));
};

const Versions = ({ area }: { area: ListedArea }) =>
  useIsNarrow() ? (
    <VersionFacts versions={area.versions} />
  ) : (
    <Table
      caption={`Versions of ${area.name}`}
      columns={versionColumns}
      rows={area.versions}
      rowKey={({ version }) => version}
      empty={noReports}
    />
  );

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
    <Versions area={area} />
  </Card>
);
