import { sideNames } from '@readerlens/contract/marketing';
import { marketingPages } from '@readerlens/contract/marketing-pages';
import type { Comparison } from '@readerlens/contract/marketing-figures';
import type { Source } from '@readerlens/contract/vocabulary';
import { Cell, DashboardGrid, drillToSource, figureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { ChooseClient, FilterChips, FiltersButton, SearchNote } from '@readerlens/filters/panel';
import { EmptyState, PageHeader, PagePartsProvider, Skeleton, Stack } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import { PageChange } from '../page-change.tsx';
import { MissingOpportunities } from '../tactics/missing-input.tsx';
import { PageFileMenu } from '../page-file-menu.tsx';
import { Overlap, Trends } from './comparison-charts.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { OrganizationRows } from './organization-rows.tsx';
import { SidePicker } from './side-picker.tsx';
import {
  areComplete,
  findRefusal,
  isLoading,
  sidesBody,
  useSideNotes,
  useSides,
  withSides,
} from './sides.ts';
import type { Sides } from './sides.ts';

interface Props {
  search: DashboardSearch;
  sides: Sides;
  query: UseQueryResult<Comparison>;
}

const ComparedSides = ({ search, sides, query }: Props) => {
  const { search: address } = useLocation();
  return (
    <>
      <ComparisonTable model={search.model} {...{ sides, query }} />
      {query.data?.uploadedDeals === 0 && <MissingOpportunities search={search} />}
      <DashboardGrid search={search}>
        <Cell span={5} mediumSpan={12}>
          <Overlap {...{ address, query }} />
        </Cell>
        <Cell span={7} mediumSpan={12}>
          <Trends {...{ search, sides }} />
        </Cell>
      </DashboardGrid>
      <OrganizationRows {...{ search, sides }} />
    </>
  );
};

/** What is below the fields of the sides: the figures, or why there are none. */
const Content = ({ search, sides, query }: Props) => {
  if (sideNames.some((name) => findRefusal(query.error, name) !== undefined))
    return (
      <EmptyState
        title="These sides cannot be compared"
        message="The reason is beside the field of the side. Choose something else there."
      />
    );
  if (areComplete(sides)) return <ComparedSides {...{ search, sides, query }} />;
  if (sideNames.some((name) => isLoading(sides[name]))) return <Skeleton height="320px" />;
  return (
    <EmptyState title="Nothing to compare yet" message="Choose what the baseline and the comparison have." />
  );
};

const { title } = marketingPages.comparison;

/** Two groups of types, themes or tactics, or two saved searches, against each other. */
export const ComparisonScreen = () => {
  const compared = useComparedSearch({ hasYears: true });
  const { panel, search, dates, needsClient } = compared;
  const { sides, choose } = useSides();
  const notes = useSideNotes(sides);
  const isComplete = areComplete(sides);
  const figures = figureQuery('POST /api/marketing-performance/comparison', search, {
    body: sidesBody(sides),
  });
  const query = useQuery(withSides({ ...figures, enabled: isComplete && figures.enabled === true }, sides));
  const hasFile = !needsClient && isComplete;
  return (
    <PagePartsProvider>
      <PageHeader
        title={title}
        description={dates}
        filters={<FilterChips panel={panel} />}
        actions={
          <>
            {hasFile && (
              <PageFileMenu {...{ search, notes }} page="comparison" choice={{ sides: sidesBody(sides) }} />
            )}
            <FiltersButton panel={panel} />
          </>
        }
      />
      <SearchNote controls={panel.controls} />
      {needsClient ? (
        <ChooseClient panel={panel} />
      ) : (
        <Stack gap="4">
          <PageChange
            {...{ compared }}
            page="comparison"
            link={({ id }, { model }) => drillToSource(model, id as Source)}
          />
          <DashboardGrid>
            {sideNames.map((name) => (
              <Cell key={name} span={6}>
                <SidePicker
                  {...{ name }}
                  side={sides[name]}
                  refusal={isComplete ? findRefusal(query.error, name) : undefined}
                  onChange={(side) => choose(name, side)}
                />
              </Cell>
            ))}
          </DashboardGrid>
          <Content {...{ search, sides, query }} />
        </Stack>
      )}
    </PagePartsProvider>
  );
};
