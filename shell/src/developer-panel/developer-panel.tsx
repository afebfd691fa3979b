import { Badge, Box, Button, Card, Drawer, Span, Stack, Switch, Text, copyText, toast } from '@readerlens/ui';
import { Copy } from 'lucide-react';
import { useStore } from 'zustand';
import { areaStates, recentEvents, useRegistry } from '../host/index.ts';
import { previewStore } from '../preview/preview-store.ts';
import { describeAreas } from './describe-areas.ts';
import type { PageArea } from './describe-areas.ts';
import { closeDeveloperPanel, panelStore } from './panel-store.ts';
import { listSharedPackages } from './shared-packages.ts';
import type { SharedPackage } from './shared-packages.ts';
import { buildReport } from './report.ts';

const usePageAreas = (): PageArea[] => {
  const state = useRegistry();
  const states = useStore(areaStates);
  const { events } = useStore(recentEvents);
  const preview = useStore(previewStore);
  if (state.status !== 'ready') return [];
  return describeAreas({
    areas: state.registry.areas,
    stale: state.stale,
    states,
    events,
    preview: preview.status === 'shown' ? preview.preview : undefined,
  });
};

const tones = { loading: 'info', loaded: 'neutral', mounted: 'positive', failed: 'negative' } as const;

const Fact = ({ name, children }: { name: string; children: string | undefined }) =>
  children === undefined ? null : (
    <>
      <Box as="dt" color="textMuted">
        {name}
      </Box>
      <Box as="dd" m="0" overflowWrap="anywhere">
        {children}
      </Box>
    </>
  );

const showMs = (ms: number | undefined) => (ms === undefined ? undefined : `${Math.round(ms)} ms`);

const showLeftovers = ({ leftovers }: PageArea) =>
  leftovers &&
  Object.entries(leftovers)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

const AreaFacts = ({ area }: { area: PageArea }) => (
  <Card as="li" aria-label={area.name}>
    <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
      <Span fontWeight="semibold">{area.name}</Span>
      <Badge tone={area.state ? tones[area.state.phase] : 'neutral'}>
        {area.state?.phase ?? 'not loaded'}
      </Badge>
    </Box>
    <Box
      as="dl"
      display="grid"
      gridTemplateColumns="92px minmax(0, 1fr)"
      columnGap="3"
      rowGap="1"
      m="0"
      mt="2"
      textStyle="small"
    >
      <Fact name="Version">{area.version}</Fact>
      <Fact name="Why">{area.reason}</Fact>
      <Fact name="Files">{showMs(area.loadMs)}</Fact>
      <Fact name="Content">{showMs(area.readyMs)}</Fact>
      <Fact name="Left behind">{showLeftovers(area)}</Fact>
      <Fact name="Failures">{area.failures.length > 0 ? area.failures.join('\n') : undefined}</Fact>
    </Box>
  </Card>
);

const SharedPackages = ({ packages }: { packages: readonly SharedPackage[] }) => (
  <Box as="ul" m="0" p="0" listStyleType="none" textStyle="small">
    {packages.map(({ name, version, from, takenBy }) => (
      <Box as="li" key={`${name} ${version}`} py="1" overflowWrap="anywhere">
        <Span fontFamily="mono">{`${name} ${version}`}</Span>{' '}
        <Span color="textMuted">
          {takenBy.length > 0 ? `from ${from}, taken by ${takenBy.join(', ')}` : `from ${from}`}
        </Span>
      </Box>
    ))}
  </Box>
);

/** What runs on this page and why, for the teams that build areas. */
export const DeveloperPanel = () => {
  const areas = usePageAreas();
  const outlined = useStore(panelStore, (state) => state.outlined);
  const packages = listSharedPackages();
  const copy = async () => {
    if (await copyText(buildReport({ areas, packages }))) toast.success('Report copied');
    else toast.error('The report could not be copied, because the browser does not allow it.');
  };
  return (
    <Drawer
      open
      title="Developer Panel"
      onClose={closeDeveloperPanel}
      footer={
        <Button icon={<Copy size={15} aria-hidden="true" />} onClick={() => void copy()}>
          Copy report
        </Button>
      }
    >
      <Stack gap="5">
        <Switch
          label="Outline areas and slots"
          checked={outlined}
          onCheckedChange={(checked: boolean) => panelStore.setState({ outlined: checked })}
        />
        <Stack as="section" gap="2" aria-labelledby="developer-areas">
          <Text as="h3" id="developer-areas" textStyle="overline" color="textSubtle">
            Areas on this page
          </Text>
          <Stack as="ul" gap="3" m="0" p="0" listStyleType="none">
            {areas.map((area) => (
              <AreaFacts key={area.id} area={area} />
            ))}
          </Stack>
        </Stack>
        <Stack as="section" gap="2" aria-labelledby="developer-packages">
          <Text as="h3" id="developer-packages" textStyle="overline" color="textSubtle">
            Shared packages
          </Text>
          <SharedPackages packages={packages} />
        </Stack>
      </Stack>
    </Drawer>
  );
};
