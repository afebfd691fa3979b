import {
  Cell,
  StatTile,
  figureQuery,
  searchLink,
  useFigure,
  useQueryChart,
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import type { Compared } from '@readerlens/filters/dashboard';
import { ChartCard, units } from '@readerlens/ui/charts';
import type { ChartCardProps } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { FileCheck2, Files } from 'lucide-react';
import { stageAndAgeView, stageBarsView } from './chart-views.ts';

/** How many documents there are, and how many have engagements. No list shows documents without engagements. */
export const DocumentStats = (compared: Compared) => {
  const all = useFigure('POST /api/content-overview-dashboard/doc-count', compared);
  const engaged = useFigure('POST /api/content-overview-dashboard/activities-with-docs-count', compared, {
    body: { excludeInactiveDocs: true },
  });
  const icon = { size: 15, 'aria-hidden': true } as const;
  return (
    <>
      <Cell span={6} isTile>
        <StatTile
          label="Total documents"
          icon={<Files {...icon} />}
          {...all}
          readValue={({ total }) => total}
        />
      </Cell>
      <Cell span={6} isTile>
        <StatTile
          label="Documents with engagements"
          icon={<FileCheck2 {...icon} />}
          {...engaged}
          readValue={({ total }) => total}
          href={searchLink(compared.search.model)}
        />
      </Cell>
    </>
  );
};

type ByStageProps = Compared & Pick<ChartCardProps, 'title' | 'titleLimit'>;

/** Engaged documents by stage of the buyer's journey. */
export const DocumentsByStage = ({ search, previous, ...titles }: ByStageProps) => {
  const call = 'POST /api/content-overview-dashboard/doc-count-by-{segment}';
  const { query, before } = useFigure(call, { search, previous }, { params: { segment: 'buyers-journey' } });
  return (
    <ChartCard
      {...titles}
      {...useQueryChart(query, (points) =>
        stageBarsView(withPreviousValues(points, before), units.documents, search.model),
      )}
    />
  );
};

/** Engaged documents by stage of the buyer's journey and by age. */
export const DocumentsByStageAndAge = ({ search }: Pick<Compared, 'search'>) => {
  const call = 'POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age';
  const query = useQuery(figureQuery(call, search));
  return (
    <ChartCard
      title="Buyer's Journey By Document Age"
      titleLimit={42}
      {...useQueryChart(query, (cells) => stageAndAgeView(cells, search.model))}
    />
  );
};
