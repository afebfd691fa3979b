import { Cell, DashboardGrid, drillToDocuments, useQueryChart } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { ChartCard, barsView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { inStageOrder, stageAndAgeView, withDrills } from '../performance-overview/chart-views.ts';
import { DocumentStats } from '../performance-overview/documents.view.tsx';
import { contentByStageQuery, stageAndAgeQuery } from '../performance-overview/overview.queries.ts';
import { segmentQuery, topByReadersQuery } from './content-overview.queries.ts';
import type { Segment } from './content-overview.queries.ts';

interface Props {
  search: DashboardSearch;
}

/** Of the bars of the top documents: full, and without documents. */
const heights = { full: 700, empty: 200 } as const;

interface SegmentProps extends Props {
  segment: Segment;
  title: string;
  field: string;
  of: string;
}

/** A document may be in several segments, as in several communities, so that the bars are no parts of a whole. */
const BySegment = ({ search, segment, title, field, of }: SegmentProps) => {
  const query = useQuery(segmentQuery(search, segment));
  return (
    <ChartCard
      title={title}
      titleLimit={42}
      {...useQueryChart(query, (points) =>
        barsView(withDrills(points, field, search.model), {
          unit: units.documents,
          of,
          additive: segment !== 'community',
        }),
      )}
    />
  );
};

const ByStage = ({ search }: Props) => {
  const query = useQuery(contentByStageQuery(search));
  return (
    <ChartCard
      title="Documents By Buyer's Journey"
      titleLimit={42}
      {...useQueryChart(query, (points) =>
        barsView(inStageOrder(withDrills(points, 'BuyersJourneyStage', search.model)), {
          unit: units.documents,
          of: 'Stage',
        }),
      )}
    />
  );
};

const ByStageAndAge = ({ search }: Props) => {
  const query = useQuery(stageAndAgeQuery(search));
  return (
    <ChartCard
      title="Buyer's Journey By Document Age"
      titleLimit={42}
      {...useQueryChart(query, (cells) => stageAndAgeView(cells, search.model))}
    />
  );
};

const TopDocuments = ({ search }: Props) => {
  const query = useQuery(topByReadersQuery(search));
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
export const ContentOverviewView = ({ search }: Props) => (
  <DashboardGrid search={search}>
    <DocumentStats search={search} />
    <Cell span={6}>
      <BySegment
        search={search}
        segment="document-type"
        title="Documents By Document Type"
        field="DocumentTypes"
        of="Document type"
      />
    </Cell>
    <Cell span={6}>
      <BySegment
        search={search}
        segment="content-type"
        title="Documents By Content Type"
        field="ContentType"
        of="Content type"
      />
    </Cell>
    <Cell span={6}>
      <BySegment
        search={search}
        segment="community"
        title="Documents By Community"
        field="Onlines"
        of="Community"
      />
    </Cell>
    <Cell span={6}>
      <ByStage search={search} />
    </Cell>
    <Cell span={12}>
      <ByStageAndAge search={search} />
    </Cell>
    <Cell span={12}>
      <TopDocuments search={search} />
    </Cell>
  </DashboardGrid>
);
