import { contentTiles as tiles } from '@readerlens/contract/marketing-figures';
import {
  Cell,
  DashboardGrid,
  StatTile,
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
import { RateTile } from '../rate-tile.tsx';
import { AgeCurve, ReachAndDepth, ThemesByStage } from './content-charts.tsx';
import { DocumentRows, documentsLink } from './document-rows.tsx';

const icon = { size: 15, 'aria-hidden': true } as const;

interface ViewProps extends Compared {
  address: string;
}

const Tiles = ({ search, previous, address }: ViewProps) => {
  const figure = useFigure('POST /api/marketing-performance/content', { search, previous });
  const { model } = search;
  return (
    <>
      <Cell span={3} mediumSpan={6}>
        <StatTile
          label={tiles.engagements.label}
          icon={<MousePointerClick {...icon} />}
          help="All activities of the period that the filters select."
          readValue={tiles.engagements.read}
          href={searchLink(model)}
          {...figure}
        />
      </Cell>
      <Cell span={3} mediumSpan={6}>
        <StatTile
          label={tiles.readers.label}
          icon={<Users {...icon} />}
          help="People with at least one engagement in the period, each once."
          readValue={tiles.readers.read}
          href={searchLink(model)}
          {...figure}
        />
      </Cell>
      <Cell span={3} mediumSpan={6}>
        <StatTile
          label={tiles.organizations.label}
          icon={<Building2 {...icon} />}
          help={organizationsDefinition}
          readValue={tiles.organizations.read}
          href={`/analytics/most-active-companies-dashboard${searchLink(model).replace(/^[^?]*/, '')}`}
          {...figure}
        />
      </Cell>
      <Cell span={3} mediumSpan={6}>
        <RateTile
          tile={tiles.coverage}
          icon={<BookCopy {...icon} />}
          query={figure.query}
          help="Documents with an engagement in the period, divided by the documents of the client in the communities plus all other engaged ones."
          href={documentsLink(address, 'available')}
        />
      </Cell>
      <Cell span={3} mediumSpan={6}>
        <RateTile
          tile={tiles.several}
          icon={<Gauge {...icon} />}
          query={figure.query}
          help="Readers with engagements with two or more documents in the period, divided by all readers."
          href={searchLink(model)}
        />
      </Cell>
      <Cell span={3} mediumSpan={6}>
        <RateTile
          tile={tiles.highQuality}
          icon={<Trophy {...icon} />}
          query={figure.query}
          help="Engagements of quality 1, divided by all that have a quality."
          href={drillToTerms(model, 'Quality', ['1', '2', '3'])}
        />
      </Cell>
      <Cell span={3} mediumSpan={6}>
        <StatTile
          label={tiles.declining.label}
          icon={<TrendingDown {...icon} />}
          help="Documents with fewer engagements in each of the last three full months of the period than in the month before, and more than 20 % fewer in all. If the same months of last year have engagements, there must be fewer than then."
          readValue={tiles.declining.read}
          href={documentsLink(address, 'declining')}
          {...figure}
        />
      </Cell>
      <Cell span={3} mediumSpan={6}>
        <StatTile
          label={tiles.silent.label}
          icon={<FileClock {...icon} />}
          help="Active documents of the client without any engagement in the last 90 days of the period, if they were published before these days."
          readValue={tiles.silent.read}
          href={documentsLink(address, 'silent')}
          {...figure}
        />
      </Cell>
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
