import {
  Cell,
  DashboardGrid,
  StatTile,
  searchLink,
  usePreviousData,
  useQueryChart,
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { ChartCard, halfDonutView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { FileCheck2, Files } from 'lucide-react';
import {
  documentCountQuery,
  engagedDocumentCountQuery,
  shareQuery,
  stageAndAgeQuery,
  topDocumentsQuery,
} from './overview.queries.ts';
import {
  drillToRest,
  popularDocumentsView,
  stageAndAgeView,
  topByStageView,
  withDrills,
} from './chart-views.ts';

export interface ComparedProps {
  search: DashboardSearch;
  /** The same search for the previous period, if compared. */
  previous: DashboardSearch | undefined;
}

/** How many documents there are, and how many have engagements. No list shows documents without engagements. */
export const DocumentStats = ({ search, previous }: ComparedProps) => {
  const all = useQuery(documentCountQuery(search));
  const engaged = useQuery(engagedDocumentCountQuery(search));
  const allBefore = usePreviousData(previous, documentCountQuery);
  const engagedBefore = usePreviousData(previous, engagedDocumentCountQuery);
  const icon = { size: 15, 'aria-hidden': true } as const;
  return (
    <>
      <Cell span={6}>
        <StatTile
          label="Total documents"
          icon={<Files {...icon} />}
          query={all}
          before={allBefore}
          valueOf={({ total }) => total}
        />
      </Cell>
      <Cell span={6}>
        <StatTile
          label="Documents with engagements"
          icon={<FileCheck2 {...icon} />}
          query={engaged}
          before={engagedBefore}
          valueOf={({ total }) => total}
          href={searchLink(search.model)}
        />
      </Cell>
    </>
  );
};

/** The available content and how readers engage with it. */
export const DocumentsView = ({ search, previous }: ComparedProps) => {
  const popular = useQuery(topDocumentsQuery(search));
  const shares = useQuery(shareQuery(search, 'DocumentTypes'));
  const sharesBefore = usePreviousData(previous, (period) => shareQuery(period, 'DocumentTypes'));
  const stagesAndAges = useQuery(stageAndAgeQuery(search));
  return (
    <DashboardGrid search={search}>
      <DocumentStats search={search} previous={previous} />
      <Cell span={6} rows={3}>
        <ChartCard
          title="Most Popular Documents"
          titleLimit={42}
          {...useQueryChart(popular, (documents) => popularDocumentsView(documents, search.model))}
        />
      </Cell>
      <Cell span={6}>
        <ChartCard
          title="Engagement Share By Document Type"
          titleLimit={42}
          {...useQueryChart(shares, (points) =>
            halfDonutView(
              withDrills(withPreviousValues(points, sharesBefore), 'DocumentTypes', search.model),
              {
                unit: units.engagements,
                of: 'Document type',
                hrefOfRest: drillToRest('DocumentTypes', search.model),
              },
            ),
          )}
        />
      </Cell>
      <Cell span={6}>
        <ChartCard
          title="Top Documents By Buyer's Journey"
          titleLimit={42}
          {...useQueryChart(popular, (documents) => topByStageView(documents, search.model))}
        />
      </Cell>
      <Cell span={6}>
        <ChartCard
          title="Buyer's Journey By Document Age"
          titleLimit={42}
          {...useQueryChart(stagesAndAges, (cells) => stageAndAgeView(cells, search.model))}
        />
      </Cell>
    </DashboardGrid>
  );
};
