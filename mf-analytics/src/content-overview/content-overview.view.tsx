import {
  Cell,
  DashboardGrid,
  drillToDocuments,
  figureQuery,
  useFigure,
  useQueryChart,
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import { ChartCard, barsView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { Compared } from '@readerlens/filters/dashboard';
import { withDrills } from '../dashboard/chart-views.ts';
import { EngagementsChange } from '../dashboard/engagements-change.tsx';
import type { ComparedSearch } from '../dashboard/use-compared-search.ts';
import { DocumentStats, DocumentsByStage, DocumentsByStageAndAge } from '../dashboard/document-figures.tsx';

/** Of the bars of the top documents: full, and without documents. */
const heights = { full: 700, empty: 200 } as const;

interface SegmentProps extends Compared {
  segment: 'community' | 'content-type' | 'document-type';
  title: string;
  field: string;
  of: string;
}

/** A document may be in several segments, as in several communities, so that the bars are no parts of a whole. */
const BySegment = ({ search, previous, segment, title, field, of }: SegmentProps) => {
  const call = 'POST /api/content-overview-dashboard/doc-count-by-{segment}';
  const { query, before } = useFigure(call, { search, previous }, { params: { segment } });
  return (
    <ChartCard
      title={title}
      titleLimit={42}
      {...useQueryChart(query, (points) =>
        barsView(withDrills(withPreviousValues(points, before), field, search.model), {
          unit: units.documents,
          of,
          additive: segment !== 'community',
        }),
      )}
    />
  );
};

const TopDocuments = ({ search }: Pick<Compared, 'search'>) => {
  const call = 'POST /api/content-overview-dashboard/top-documents-unique-readers';
  const query = useQuery(figureQuery(call, search, { body: { size: 25 } }));
  return (
    <ChartCard
      title="Top Documents By Unique Readers"
      minHeight={heights.empty}
      {...useQueryChart(query, (documents) =>
        barsView(
          documents.map(({ id, name, value }) => ({
            id,
            name,
            value,
            href: value > 0 ? drillToDocuments(search.model, [id]) : undefined,
          })),
          { unit: units.readers, of: 'Document', additive: false, height: heights.full },
        ),
      )}
    />
  );
};

/** The content by its kinds, and the documents with most readers. */
export const ContentOverviewView = (compared: ComparedSearch) => (
  <DashboardGrid search={compared.search}>
    <DocumentStats {...compared} />
    <Cell span={12}>
      <EngagementsChange compared={compared} by="document" />
    </Cell>
    <Cell span={6}>
      <BySegment
        {...compared}
        segment="document-type"
        title="Documents By Document Type"
        field="DocumentTypes"
        of="Document type"
      />
    </Cell>
    <Cell span={6}>
      <BySegment
        {...compared}
        segment="content-type"
        title="Documents By Content Type"
        field="ContentType"
        of="Content type"
      />
    </Cell>
    <Cell span={6}>
      <BySegment
        {...compared}
        segment="community"
        title="Documents By Community"
        field="Onlines"
        of="Community"
      />
    </Cell>
    <Cell span={6}>
      <DocumentsByStage {...compared} title="Documents By Buyer's Journey" titleLimit={42} />
    </Cell>
    <Cell span={12}>
      <DocumentsByStageAndAge search={compared.search} />
    </Cell>
    <Cell span={12}>
      <TopDocuments search={compared.search} />
    </Cell>
  </DashboardGrid>
);
