import { leastCasesOfRate, quadrantSize } from '@readerlens/contract/marketing';
import { formatAverage } from '@readerlens/contract/marketing-rates';
import type { CallData, Calls } from '@readerlens/contract/client';
import { stages } from '@readerlens/contract/vocabulary';
import type { Stage } from '@readerlens/contract/vocabulary';
import { drillToDocuments, drillToTerms, figureQuery, useQueryChart } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { termsFilter } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { HowCounted, formatCount } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { ChartCard, curveView, heatView, quadrantView, units } from '@readerlens/ui/charts';
import type { ChartView } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { documentsLink } from './document-rows.tsx';

type Themes = CallData<Calls['POST /api/marketing-performance/content/by-theme']>;
type Weeks = CallData<Calls['POST /api/marketing-performance/content/age-curve']>;
type Documents = CallData<Calls['POST /api/marketing-performance/content/rows']>;

interface Props {
  search: DashboardSearch;
  /** `location.search` of the page. */
  address: string;
}

const shownThemes = 12;

const inStage = (model: FilterModel, stage: Stage): FilterModel => ({
  ...model,
  filters: [
    ...model.filters.filter(({ field }) => field !== 'BuyersJourneyStage'),
    termsFilter('BuyersJourneyStage', [{ id: stage }]),
  ],
});

const themesView = (cells: Themes, model: FilterModel): ChartView => {
  const totals = new Map<string, number>();
  for (const { theme, count } of cells) totals.set(theme.name, (totals.get(theme.name) ?? 0) + count);
  const rows = [...totals]
    .toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .slice(0, shownThemes)
    .map(([name]) => name);
  return heatView(
    cells
      .filter(({ theme }) => rows.includes(theme.name))
      .map(({ theme, stage, count }) => ({
        row: theme.name,
        column: stage,
        value: count,
        href: drillToTerms(inStage(model, stage), 'ContentTopics', [theme.id]),
      })),
    { unit: units.engagements, of: 'Theme', rows, columns: stages },
  );
};

/** Engagements by theme and stage. */
export const ThemesByStage = ({ search }: Props) => {
  const query = useQuery(figureQuery('POST /api/marketing-performance/content/by-theme', search));
  const title = "Themes By Buyer's Journey";
  return (
    <ChartCard
      title={title}
      note={`The ${shownThemes} themes with most engagements. An engagement with several themes counts in each.`}
      actions={
        <HowCounted of={title}>
          Engagements of the period by the themes and the stage that the document had at the time. An
          engagement with several themes counts in each, one without any in none.
        </HowCounted>
      }
      {...useQueryChart(query, (cells: Themes) => themesView(cells, search.model))}
    />
  );
};

const curvePoints = (weeks: Weeks, address: string) =>
  weeks.map(({ week, engagements, documents }) => {
    const isKnown = documents >= leastCasesOfRate;
    return {
      name: `Week ${week}`,
      value: isKnown ? Number(formatAverage({ part: engagements, of: documents })) : undefined,
      text: formatAverage({ part: engagements, of: documents }),
      note: `${formatCount(engagements)} for ${countText(documents, 'document')}`,
      href: documents > 0 ? documentsLink(address, 'published', week) : undefined,
    };
  });

/** How engagement develops with the age of a document. */
export const AgeCurve = ({ search, address }: Props) => {
  const query = useQuery(figureQuery('POST /api/marketing-performance/content/age-curve', search));
  const title = 'Engagements By Weeks Since Publication';
  return (
    <ChartCard
      title={title}
      titleLimit={42}
      note="Documents published in the period. Each week has only those that have had all of it."
      actions={
        <HowCounted of={title}>
          Engagements in each week after the day of publication, for each document that is old enough for the
          whole week. Documents of the client that were published in the period; their engagements count until
          today, with the filters applied. No value for fewer than ten documents.
        </HowCounted>
      }
      {...useQueryChart(query, (weeks: Weeks) =>
        curveView(curvePoints(weeks, address), {
          series: 'Engagements per document',
          of: 'Week',
          cases: { header: 'Documents', texts: weeks.map(({ documents }) => formatCount(documents)) },
        }),
      )}
    />
  );
};

/** Documents by how many readers they reach, and how deeply. */
export const ReachAndDepth = ({ search }: Props) => {
  const query = useQuery(
    figureQuery('POST /api/marketing-performance/content/rows', search, { body: { size: quadrantSize } }),
  );
  const title = 'Reach And Depth Of Documents';
  return (
    <ChartCard
      title={title}
      note={`Of the ${quadrantSize} documents with most engagements, those with at least ${leastCasesOfRate} readers. The lines are the medians.`}
      actions={
        <HowCounted of={title}>
          Reach is the number of readers of a document in the period. Depth is its engagements divided by its
          readers.
        </HowCounted>
      }
      {...useQueryChart(query, (documents: Documents) =>
        quadrantView(
          documents
            .filter(({ readers }) => readers >= leastCasesOfRate)
            .map(({ id, name, readers, engagements }) => ({
              id,
              name,
              x: readers,
              y: Number(formatAverage({ part: engagements, of: readers })),
              href: drillToDocuments(search.model, [id]),
            })),
          {
            unit: units.documents,
            of: 'Document',
            across: { name: 'Readers', format: formatCount },
            up: { name: 'Engagements per reader', format: (value) => value.toFixed(1) },
            quarters: ['Few, briefly', 'Many, briefly', 'Few, deeply', 'Many, deeply'],
          },
        ),
      )}
    />
  );
};
