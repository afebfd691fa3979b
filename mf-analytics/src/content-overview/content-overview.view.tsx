import {
  Cell,
  DashboardGrid,
  drillToDocuments,
  usePreviousData,
  useQueryChart,
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import { ChartCard, barsView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { Compared } from '../dashboard/use-compared-search.ts';
import { stageAndAgeView, stageBarsView, withDrills } from '../dashboard/chart-views.ts';
import { DocumentStats } from '../dashboard/document-stats.tsx';
import { contentByStageQuery, stageAndAgeQuery } from '../dashboard/dashboard.queries.ts';
import { segmentQuery, topByReadersQuery } from './content-overview.queries.ts';
import type { Segment } from './content-overview.queries.ts';

/** Of the bars of the top documents: full, and without documents. */
const heights = { full: 700, empty: 200 } as const;

interface SegmentProps extends Compared {
  segment: Segment;
  title: string;
  field: string;
  of: string;
}

/** A document may be in several segments, as in several communities, so that the bars are no parts of a whole. */
const BySegment = ({ search, previous, segment, title, field, of }: SegmentProps) => {
  const query = useQuery(segmentQuery(search, segment));
  const before = usePreviousData(previous, (period) => segmentQuery(period, segment));
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

const ByStage = ({ search, previous }: Compared) => {
  const query = useQuery(contentByStageQuery(search));
  const before = usePreviousData(previous, contentByStageQuery);
  return (
    <ChartCard
      title="Documents By Buyer's Journey"
      titleLimit={42}
      {...useQueryChart(query, (points) =>
        stageBarsView(withPreviousValues(points, before), units.documents, search.model),
      )}
    />
  );
};

const ByStageAndAge = ({ search }: Pick<Compared, 'search'>) => {
  const query = useQuery(stageAndAgeQuery(search));
  return (
    <ChartCard
      title="Buyer's Journey By Document Age"
      titleLimit={42}
      {...useQueryChart(query, (cells) => stageAndAgeView(cells, search.model))}
    />
  );
};

const TopDocuments = ({ search }: Pick<Compared, 'search'>) => {
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
export const ContentOverviewView = (compared: Compared) => (
  <DashboardGrid search={compared.search}>
    <DocumentStats {...compared} />
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
      <ByStage {...compared} />
    </Cell>
    <Cell span={12}>
      <ByStageAndAge search={compared.search} />
    </Cell>
    <Cell span={12}>
      <TopDocuments search={compared.search} />
    </Cell>
  </DashboardGrid>
);
