import { leastCasesOfRate, overlapParts, sideNames } from '@readerlens/contract/marketing';
import type { OverlapPart } from '@readerlens/contract/marketing';
import { formatAverage } from '@readerlens/contract/marketing-rates';
import type { CallData, Calls } from '@readerlens/contract/client';
import { figureQuery, useQueryChart } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { HowCounted, formatCount } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { ChartCard, curvesView, setsView, units } from '@readerlens/ui/charts';
import type { Curve } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { sideTitles } from '@readerlens/contract/marketing-figures';
import type { Comparison } from '@readerlens/contract/marketing-figures';
import { organizationsLink, partLabels } from './organization-rows.tsx';
import { sidesBody, useSideLabels, withSides } from './sides.ts';
import type { Sides } from './sides.ts';

type Trend = CallData<Calls['POST /api/marketing-performance/comparison/trend']>;

interface OverlapProps {
  /** `location.search` of the page. */
  address: string;
  query: UseQueryResult<Comparison>;
}

/** How many organizations the sides share. */
export const Overlap = ({ address, query }: OverlapProps) => {
  const title = 'Organizations Of Both Sides';
  const buildPoint = (part: OverlapPart, value: number) => ({
    name: partLabels[part],
    value,
    href: value > 0 ? organizationsLink(address, part) : undefined,
    sets: (part === 'both' ? sideNames : [part]).map((name) => sideTitles[name]),
  });
  return (
    <ChartCard
      title={title}
      actions={
        <HowCounted of={title}>
          Organizations with an engagement of only one side, or of both sides, in the period. Each
          organization is in one of the three groups. The dots below a bar say which sides its group is in,
          and the number beside a side is that of all its organizations.
        </HowCounted>
      }
      {...useQueryChart(query, ({ organizations }: Comparison) =>
        setsView(
          overlapParts.map((part) => buildPoint(part, organizations[part])),
          { unit: units.organizations, of: 'Group', sets: sideNames.map((name) => sideTitles[name]) },
        ),
      )}
    />
  );
};

const toCurve = (series: string, weeks: Trend['baseline']): Curve => ({
  series,
  points: weeks.map(({ week, engagements, documents }) => {
    const text = formatAverage({ part: engagements, of: documents });
    return {
      name: `Week ${week}`,
      value: documents >= leastCasesOfRate ? Number(text) : undefined,
      text,
      note: `${formatCount(engagements)} for ${countText(documents, 'document')}`,
    };
  }),
});

/** How engagement develops with the age of a document, on both sides. */
export const Trends = ({ search, sides }: { search: DashboardSearch; sides: Sides }) => {
  const query = useQuery(
    withSides(
      figureQuery('POST /api/marketing-performance/comparison/trend', search, { body: sidesBody(sides) }),
      sides,
    ),
  );
  const labels = useSideLabels(sides);
  const title = 'Engagements By Weeks Since Publication';
  return (
    <ChartCard
      title={title}
      titleLimit={42}
      note="Engagements per document. Each week has only documents that have had all of it."
      actions={
        <HowCounted of={title}>
          Documents of the client that were published in the period and have an engagement of the side until
          today. For each week after the day of publication, the engagements of the side, divided by the
          documents that are old enough for the whole week. No value for fewer than ten documents.
        </HowCounted>
      }
      {...useQueryChart(query, (trend: Trend) => {
        const [baseline, comparison] = sideNames.map((name) => toCurve(labels[name], trend[name])) as [
          Curve,
          Curve,
        ];
        return curvesView([baseline, comparison], { of: 'Week' });
      })}
    />
  );
};
