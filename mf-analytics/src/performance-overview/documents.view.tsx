import {
  Cell,
  DashboardGrid,
  usePreviousData,
  useQueryChart,
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import { ChartCard, halfDonutView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { DocumentStats } from '../dashboard/document-stats.tsx';
import type { Compared } from '../dashboard/use-compared-search.ts';
import { shareQuery, stageAndAgeQuery, topDocumentsQuery } from '../dashboard/dashboard.queries.ts';
import {
  drillToRest,
  popularDocumentsView,
  stageAndAgeView,
  topByStageView,
  withDrills,
} from '../dashboard/chart-views.ts';

/** The available content and how readers engage with it. */
export const DocumentsView = ({ search, previous }: Compared) => {
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
