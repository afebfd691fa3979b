import {
  Cell,
  DashboardGrid,
  figureQuery,
  useFigure,
  useQueryChart,
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import { ChartCard, halfDonutView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { DocumentStats, DocumentsByStageAndAge } from '../dashboard/document-figures.tsx';
import type { Compared } from '@readerlens/filters/dashboard';
import {
  allCategories,
  drillToRest,
  popularDocumentsView,
  topByStageView,
  withDrills,
} from '../dashboard/chart-views.ts';

/** The available content and how readers engage with it. */
export const DocumentsView = ({ search, previous }: Compared) => {
  const topDocuments = 'POST /api/client-dashboard/top-documents';
  const popular = useQuery(figureQuery(topDocuments, search, { body: { size: 25 } }));
  const byField = 'POST /api/client-dashboard/by-field/{field}';
  const field = { params: { field: 'DocumentTypes' }, body: { size: allCategories } };
  const shares = useFigure(byField, { search, previous }, field);
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
          {...useQueryChart(shares.query, (points) =>
            halfDonutView(
              withDrills(withPreviousValues(points, shares.before), 'DocumentTypes', search.model),
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
        <DocumentsByStageAndAge search={search} />
      </Cell>
    </DashboardGrid>
  );
};
