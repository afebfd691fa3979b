import { hasOnlyTotals, newsletterTiles as tiles, writeTotal } from '@readerlens/contract/marketing-figures';
import type { Newsletters as Summary, ShownFigure, TotalKey } from '@readerlens/contract/marketing-figures';
import { emptyPageWords } from '@readerlens/contract/marketing-pages';
import { otherPeriodMessage, uploadedPeopleNote } from '@readerlens/contract/marketing-words';
import {
  Cell,
  DashboardGrid,
  FigureTile,
  figureQuery,
  useFigure,
  useQueryChart,
} from '@readerlens/filters/dashboard';
import type { Compared, DashboardSearch } from '@readerlens/filters/dashboard';
import { useListView } from '@readerlens/filters/list';
import { EmptyState, HowCounted, Stack, Text, formatCount } from '@readerlens/ui';
import { ChartCard, barsView } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { Building2, MailCheck, MousePointerClick, Percent, Repeat2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import type { ComparedSearch } from '../../dashboard/use-compared-search.ts';
import { MarketingPage } from '../marketing-page.tsx';
import { PageChange } from '../page-change.tsx';
import { TileCell } from '../tile-cell.tsx';
import { MissingColumn, MissingInput } from '../tactics/missing-input.tsx';
import { OnlyOne } from '../tactics/only-one.tsx';
import { IssueList, NewsletterRows } from './newsletter-rows.tsx';
import { helpTexts, nameWindow, rowsAddress, rowsLink } from './newsletters.ts';
import type { ShownSet } from './newsletters.ts';

type Listed = Summary['listed'];

const icon = { size: 15, 'aria-hidden': true } as const;
const kind = 'newsletters';
const clickers = { one: 'clicker', many: 'clickers' };

interface PartProps {
  search: DashboardSearch;
  issue: string;
  address: string;
}
type TileProps = Compared & Pick<PartProps, 'address' | 'issue'>;

const toBody = (issue: string) => ({ body: issue ? { issue } : {} });

/** What the recipients of the issues say. What no upload says is named below the tiles instead. */
const ListedTiles = ({ search, previous, issue, address }: TileProps) => {
  const figure = useFigure(
    'POST /api/marketing-performance/newsletters',
    { search, previous },
    toBody(issue),
  );
  const link = (set: ShownSet) => rowsLink(address, { set });
  const listed = figure.query.data?.listed;
  const knows = (key: 'clickers' | 'clickRate' | 'clickToOpen' | 'delivered') =>
    listed === undefined || listed[key] !== null;
  const tile = { span: 4, ...figure } as const;
  return (
    <>
      {knows('delivered') && (
        <TileCell
          tile={tiles.delivered}
          Icon={MailCheck}
          help={helpTexts.delivered}
          href={link('delivered')}
          {...tile}
        />
      )}
      {knows('clickers') && (
        <TileCell
          tile={tiles.clickers}
          Icon={MousePointerClick}
          help={helpTexts.clickers}
          href={link('clickers')}
          {...tile}
        />
      )}
      {knows('clickRate') && (
        <TileCell
          tile={tiles.clickRate}
          Icon={Percent}
          help={helpTexts.clickRate}
          href={link('rated')}
          {...tile}
        />
      )}
      {knows('clickers') && (
        <>
          <TileCell
            tile={tiles.organizations}
            Icon={Building2}
            help={helpTexts.organizations}
            href={link('organizations')}
            {...tile}
          />
          <TileCell
            tile={tiles.repeatClickers}
            Icon={Repeat2}
            help={helpTexts.repeatClickers}
            href={link('repeat')}
            {...tile}
          />
        </>
      )}
      {knows('clickToOpen') && (
        <TileCell
          tile={tiles.clickToOpen}
          Icon={Percent}
          help={helpTexts.clickToOpen}
          href={link('openers')}
          {...tile}
        />
      )}
    </>
  );
};

const TotalFigure = ({ figure, help, Icon }: { figure: ShownFigure; help: string; Icon: LucideIcon }) => {
  const { label, value, note } = figure;
  return (
    <FigureTile
      label={label}
      icon={<Icon {...icon} />}
      aside={<HowCounted of={label}>{help}</HowCounted>}
      shown={{ figure }}
    >
      <Text textStyle="figure">{value}</Text>
      <Text mt="1" textStyle="small" color="textMuted">
        {note}
      </Text>
    </FigureTile>
  );
};

const totalTiles: readonly { key: TotalKey; help: string; Icon: LucideIcon }[] = [
  { key: 'delivered', help: helpTexts.totals, Icon: MailCheck },
  { key: 'clickers', help: helpTexts.totals, Icon: MousePointerClick },
  { key: 'clickRate', help: helpTexts.clickRate, Icon: Percent },
  { key: 'clickToOpen', help: helpTexts.clickToOpen, Icon: Percent },
];

/** What the totals of issues without recipients say. They open no rows. */
const TotalTiles = ({ totals }: { totals: Summary['totals'] }) =>
  totalTiles.map(({ key, help, Icon }) => {
    const figure = writeTotal(totals, key);
    return (
      figure && (
        <Cell key={key} span={3} mediumSpan={6} isTile>
          <TotalFigure {...{ figure, help, Icon }} />
        </Cell>
      )
    );
  });

/** A link without what all have. */
const shortenLink = (link: string): string => link.replace(/^https?:\/\/(www\.)?/, '');

const useLinks = (search: DashboardSearch, issue: string) =>
  useQuery(figureQuery('POST /api/marketing-performance/newsletters/links', search, toBody(issue)));

const TopLinks = ({ search, issue, address }: PartProps) => {
  const title = 'Top Links';
  const chart = useQueryChart(useLinks(search, issue), (data) =>
    barsView(
      data.map(({ key, link, clickers: value }) => ({
        id: key,
        name: shortenLink(link),
        value,
        href: rowsLink(address, { link: key }),
      })),
      { unit: clickers, of: 'Link', additive: false },
    ),
  );
  return (
    <ChartCard title={title} actions={<HowCounted of={title}>{helpTexts.links}</HowCounted>} {...chart} />
  );
};

const useLatency = (search: DashboardSearch, issue: string) =>
  useQuery(figureQuery('POST /api/marketing-performance/newsletters/latency', search, toBody(issue)));

const Latency = ({ search, issue, address }: PartProps) => {
  const title = 'Hours From The Sending To The Click';
  const chart = useQueryChart(useLatency(search, issue), (data) =>
    barsView(
      data.map(({ window, clickers: value }) => ({
        name: nameWindow(window),
        value,
        href: value > 0 ? rowsLink(address, { window }) : undefined,
      })),
      { unit: clickers, of: 'Hours' },
    ),
  );
  return (
    <ChartCard title={title} actions={<HowCounted of={title}>{helpTexts.latency}</HowCounted>} {...chart} />
  );
};

/** What no upload of the shown issues says. */
const MissingColumns = ({ search, listed }: { search: DashboardSearch; listed: Listed }) => (
  <>
    {listed.delivered === null && (
      <MissingColumn figure="Delivered and click rate" field="deliveries" {...{ search, kind }} />
    )}
    {listed.clickers === null && <MissingColumn figure="Clickers" field="clicks" {...{ search, kind }} />}
    {listed.clickers !== null && listed.clickToOpen === null && (
      <MissingColumn figure="Click-to-open" field="openings" {...{ search, kind }} />
    )}
  </>
);

const ClickCharts = (props: PartProps) => {
  const { search, issue } = props;
  const links = useLinks(search, issue);
  const latency = useLatency(search, issue);
  const hasNoTimes =
    latency.data?.every(({ window, clickers: count }) => count === 0 || window === 'unknown') === true;
  return (
    <>
      <Cell span={7} mediumSpan={12}>
        {links.data?.length === 0 ? (
          <MissingColumn figure="Top links" field="links" {...{ search, kind }} />
        ) : (
          <TopLinks {...props} />
        )}
      </Cell>
      <Cell span={5} mediumSpan={12}>
        {hasNoTimes ? (
          <MissingColumn figure="Hours to the click" field="times of clicks" {...{ search, kind }} />
        ) : (
          <Latency {...props} />
        )}
      </Cell>
    </>
  );
};

const describeTotals = ({ issues, totalsOnly: count }: Summary): string | undefined => {
  if (count === 0 || count === issues) return undefined;
  return count === 1
    ? `1 of ${formatCount(issues)} issues has totals only: it is in the list of issues, and not in the numbers above.`
    : `${formatCount(count)} of ${formatCount(issues)} issues have totals only: they are in the list of issues, and not in the numbers above.`;
};

const NewslettersView = ({ compared, address }: { compared: ComparedSearch; address: string }) => {
  const { search, previous } = compared;
  const { view, show } = useListView(rowsAddress);
  const { issue, link } = view;
  const whole = useQuery(
    figureQuery('POST /api/marketing-performance/newsletters', search, { body: {} }),
  ).data;
  const chosen = useQuery(
    figureQuery('POST /api/marketing-performance/newsletters', search, toBody(issue)),
  ).data;
  const issues = useQuery(figureQuery('POST /api/marketing-performance/newsletters/list', search)).data;
  const links = useLinks(search, issue).data;
  if (whole?.uploaded === 0)
    return (
      <MissingInput
        title={emptyPageWords.newsletters.upload}
        what="recipients or totals of newsletters"
        {...{ search, kind }}
      />
    );
  if (whole?.issues === 0)
    return <EmptyState title={emptyPageWords.newsletters.period} message={otherPeriodMessage} />;
  const hasTotalsOnly = chosen !== undefined && hasOnlyTotals(chosen);
  const totalsNote = chosen && describeTotals(chosen);
  const part = { search, issue, address };
  return (
    <Stack gap="4">
      <Text color="textMuted">{uploadedPeopleNote}</Text>
      {issue ? (
        <OnlyOne
          title={issues?.find(({ key }) => key === issue)?.title}
          all="All issues"
          onShowAll={() => show({ issue: '', link: '', window: undefined, page: 1 })}
        />
      ) : (
        <PageChange
          {...{ compared }}
          page="newsletters"
          link={({ id }, place) => rowsLink(place.address, { set: 'clickers', issue: id })}
        />
      )}
      <DashboardGrid search={search}>
        {hasTotalsOnly ? (
          <TotalTiles totals={chosen.totals} />
        ) : (
          // The period before has other issues.
          <ListedTiles {...part} previous={issue ? undefined : previous} />
        )}
        {!hasTotalsOnly && (chosen === undefined || (chosen.listed.clickers ?? 0) > 0) && (
          <ClickCharts {...part} />
        )}
      </DashboardGrid>
      {chosen && !hasTotalsOnly && <MissingColumns search={search} listed={chosen.listed} />}
      {totalsNote !== undefined && (
        <Text textStyle="small" color="textMuted">
          {totalsNote}
        </Text>
      )}
      <IssueList {...{ search, address }} />
      {!hasTotalsOnly && (
        <NewsletterRows search={search} linkName={links?.find(({ key }) => key === link)?.link} />
      )}
    </Stack>
  );
};

/** Who got and clicked the issues of a period, what they clicked, and how soon. */
export const NewslettersScreen = () => {
  const compared = useComparedSearch({ hasYears: true });
  const { search: address } = useLocation();
  return (
    <MarketingPage page="newsletters" compared={compared}>
      <NewslettersView {...{ compared, address }} />
    </MarketingPage>
  );
};
