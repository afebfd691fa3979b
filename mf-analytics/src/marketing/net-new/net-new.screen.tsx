import {
  activeAgainTile,
  buildNewnessTiles,
  readersPerOrganizationTile,
} from '@readerlens/contract/marketing-figures';
import { sources } from '@readerlens/contract/vocabulary';
import { Cell, DashboardGrid, figureQuery, useFigure } from '@readerlens/filters/dashboard';
import type { Compared } from '@readerlens/filters/dashboard';
import { knownOption } from '@readerlens/filters/list';
import { Banner, SegmentedControl, SelectField, Stack } from '@readerlens/ui';
import { formatUtcDate } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { Building2, Percent, Repeat2, RotateCcw, Sparkles } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import type { ComparedSearch } from '../../dashboard/use-compared-search.ts';
import { MarketingPage } from '../marketing-page.tsx';
import { PageChange } from '../page-change.tsx';
import { TileCell } from '../tile-cell.tsx';
import { CohortGrid, FirstSources, NewnessByMonth } from './newness-charts.tsx';
import { NewnessRows, rowsLink } from './newness-rows.tsx';
import { describeNewness, lookbackOptions, subjectWords, useNewnessChoice } from './newness.ts';
import type { NewnessChoice, ShownKind } from './newness.ts';

interface ViewProps extends Compared {
  choice: NewnessChoice;
  address: string;
}

const Tiles = ({ search, previous, choice, address }: ViewProps) => {
  const { subject, lookback } = choice;
  const figure = useFigure(
    'POST /api/marketing-performance/newness',
    { search, previous },
    { body: { lookback } },
  );
  const cohorts = useQuery(
    figureQuery('POST /api/marketing-performance/newness/cohorts', search, { body: choice }),
  );
  const words = subjectWords[subject];
  const tiles = buildNewnessTiles(subject);
  const help = describeNewness(choice);
  const link = (kind: ShownKind) => rowsLink(address, { kind });
  return (
    <>
      <TileCell span={4} tile={tiles.netNew} Icon={Sparkles} help={help} href={link('netNew')} {...figure} />
      <TileCell
        span={4}
        tile={tiles.reactivated}
        Icon={RotateCcw}
        help={help}
        href={link('reactivated')}
        {...figure}
      />
      <TileCell
        span={4}
        tile={tiles.returning}
        Icon={Repeat2}
        help={help}
        href={link('returning')}
        {...figure}
      />
      <TileCell
        span={4}
        tile={tiles.share}
        Icon={Percent}
        help={`Net new and reactivated ${words.many} divided by all that were active in the period.`}
        href={link('active')}
        {...figure}
      />
      <TileCell
        span={4}
        tile={activeAgainTile}
        Icon={Repeat2}
        query={cohorts}
        help={`Of the new ${words.many} of all months whose 30 days are over, how many had another activity on days 1 to 29 after their first one. Somebody who is new in two months counts in each.`}
        href={link('fullMonths')}
      />
      <TileCell
        span={4}
        tile={readersPerOrganizationTile}
        Icon={Building2}
        help="Readers who were active for a new organization in the period, divided by the new organizations."
        {...(subject === 'organizations' ? { href: link('new') } : {})}
        {...figure}
      />
    </>
  );
};

const NewnessChange = ({ compared, choice }: { compared: ComparedSearch; choice: NewnessChoice }) => {
  return (
    <PageChange
      {...{ compared, choice }}
      page="netNew"
      link={({ id }, { address }) => rowsLink(address, { kind: 'new', source: knownOption(sources, id) })}
    />
  );
};

/** Says that some may count as net new only because the history is short, in the period or in the one it is compared with. */
const HistoryNote = ({ search, previous, choice }: ViewProps) => {
  const { query, before } = useFigure(
    'POST /api/marketing-performance/newness',
    { search, previous },
    { body: { lookback: choice.lookback } },
  );
  const shortest = [query.data, before].find((data) => data?.isHistoryShort);
  if (!shortest || shortest.historyFrom === null) return null;
  const period = shortest === before ? ' In the previous period, whoever' : ' Whoever';
  return (
    <Banner>
      {`History reaches back to ${formatUtcDate(shortest.historyFrom)}.${period} was active only before that counts as net new.`}
    </Banner>
  );
};

const NetNewView = ({ compared, ...props }: ViewProps & { compared: ComparedSearch }) => (
  <Stack gap="4">
    <HistoryNote {...props} />
    <NewnessChange {...{ compared }} choice={props.choice} />
    <DashboardGrid search={props.search}>
      <Tiles {...props} />
      <Cell span={12}>
        <NewnessByMonth {...props} />
      </Cell>
      <Cell span={5} mediumSpan={12}>
        <FirstSources {...props} />
      </Cell>
      <Cell span={7} mediumSpan={12}>
        <CohortGrid {...props} />
      </Cell>
    </DashboardGrid>
    <NewnessRows search={props.search} choice={props.choice} />
  </Stack>
);

const subjectOptions = [
  { value: 'readers', label: 'Readers' },
  { value: 'organizations', label: 'Organizations' },
] as const;

/** Who is new among the readers and organizations of a period, and whether they come back. */
export const NetNewScreen = () => {
  const compared = useComparedSearch({ hasYears: true });
  const { search, previous } = compared;
  const { subject, setSubject, lookback, setLookback } = useNewnessChoice();
  const { search: address } = useLocation();
  const choice = { subject, lookback };
  return (
    <MarketingPage
      page="netNew"
      choice={choice}
      compared={compared}
      tools={
        <>
          <SelectField
            label="Look back"
            hideLabel
            value={lookback}
            options={lookbackOptions}
            onChange={(event) => {
              const option = lookbackOptions.find(({ value }) => value === event.target.value);
              if (option) setLookback(option.value);
            }}
          />
          <SegmentedControl label="Count" options={subjectOptions} value={subject} onChange={setSubject} />
        </>
      }
    >
      <NetNewView {...{ compared, search, previous, choice, address }} />
    </MarketingPage>
  );
};
