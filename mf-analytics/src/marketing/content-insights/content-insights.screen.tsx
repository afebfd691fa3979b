import { contentTiles as tiles } from '@readerlens/contract/marketing-figures';
import {
  Cell,
  DashboardGrid,
  drillToDocuments,
  drillToTerms,
  searchLink,
  useFigure,
} from '@readerlens/filters/dashboard';
import type { Compared } from '@readerlens/filters/dashboard';
import { Stack } from '@readerlens/ui';
import {
  BookCopy,
  Building2,
  FileClock,
  Gauge,
  MousePointerClick,
  TrendingDown,
  Trophy,
  Users,
} from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import { organizationsDefinition } from '../definitions.ts';
import { MarketingPage } from '../marketing-page.tsx';
import { PageChange } from '../page-change.tsx';
import { TileCell } from '../tile-cell.tsx';
import { AgeCurve, ReachAndDepth, ThemesByStage } from './content-charts.tsx';
import { DocumentRows, documentsLink } from './document-rows.tsx';

interface ViewProps extends Compared {
  address: string;
}

const Tiles = ({ search, previous, address }: ViewProps) => {
  const figure = useFigure('POST /api/marketing-performance/content', { search, previous });
  const { model } = search;
  const organizations = searchLink(model).replace(/^[^?]*/, '');
  return (
    <>
      <TileCell
        tile={tiles.engagements}
        Icon={MousePointerClick}
        help="All activities of the period that the filters select."
        href={searchLink(model)}
        {...figure}
      />
      <TileCell
        tile={tiles.readers}
        Icon={Users}
        help="People with at least one engagement in the period, each once."
        href={searchLink(model)}
        {...figure}
      />
      <TileCell
        tile={tiles.organizations}
        Icon={Building2}
        help={organizationsDefinition}
        href={`/analytics/most-active-companies-dashboard${organizations}`}
        {...figure}
      />
      <TileCell
        tile={tiles.coverage}
        Icon={BookCopy}
        help="Documents with an engagement in the period, divided by the documents of the client in the communities plus all other engaged ones."
        href={documentsLink(address, 'available')}
        {...figure}
      />
      <TileCell
        tile={tiles.several}
        Icon={Gauge}
        help="Readers with engagements with two or more documents in the period, divided by all readers."
        href={searchLink(model)}
        {...figure}
      />
      <TileCell
        tile={tiles.highQuality}
        Icon={Trophy}
        help="Engagements of quality 1, divided by all that have a quality."
        href={drillToTerms(model, 'Quality', ['1', '2', '3'])}
        {...figure}
      />
      <TileCell
        tile={tiles.declining}
        Icon={TrendingDown}
        help="Documents with fewer engagements in each of the last three full months of the period than in the month before, and more than 20 % fewer in all. If the same months of last year have engagements, there must be fewer than then."
        href={documentsLink(address, 'declining')}
        {...figure}
      />
      <TileCell
        tile={tiles.silent}
        Icon={FileClock}
        help="Active documents of the client without any engagement in the last 90 days of the period, if they were published before these days."
        href={documentsLink(address, 'silent')}
        {...figure}
      />
    </>
  );
};

/** Which content is read, by whom, how deeply, and which content is losing its readers. */
export const ContentInsightsScreen = () => {
  const compared = useComparedSearch({ hasYears: true });
  const { search, previous } = compared;
  const { search: address } = useLocation();
  return (
    <MarketingPage page="contentInsights" compared={compared}>
      <Stack gap="4">
        <PageChange
          {...{ compared }}
          page="contentInsights"
          link={({ id }, { model }) => drillToDocuments(model, [id])}
        />
        <DashboardGrid search={search}>
          <Tiles {...{ search, previous, address }} />
          <Cell span={7} mediumSpan={12} rows={2}>
            <ThemesByStage {...{ search, address }} />
          </Cell>
          <Cell span={5} mediumSpan={12}>
            <AgeCurve {...{ search, address }} />
          </Cell>
          <Cell span={5} mediumSpan={12}>
            <ReachAndDepth {...{ search, address }} />
          </Cell>
        </DashboardGrid>
        <DocumentRows search={search} comparedWith={compared.period} />
      </Stack>
    </MarketingPage>
  );
};
