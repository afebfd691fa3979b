import { useUrlChoice } from '@readerlens/filters';
import { usePreviousData, useQueryChart, withPreviousValues } from '@readerlens/filters/dashboard';
import type { DashboardSearch, Narrowing } from '@readerlens/filters/dashboard';
import { SegmentedControl } from '@readerlens/ui';
import { ChartCard, pieView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { Compared } from '@readerlens/filters/dashboard';
import { drillToRest, inStageOrder, withDrills } from '../dashboard/chart-views.ts';
import type { CategoryField, CategoryShares } from './subject.queries.ts';

const categories = {
  'document-type': { label: 'Document type', field: 'DocumentTypes', of: 'Document type' },
  'buyers-journey': { label: "Buyer's journey", field: 'BuyersJourneyStage', of: 'Stage' },
  community: { label: 'Community', field: 'Onlines', of: 'Community' },
} as const satisfies Record<string, { label: string; field: CategoryField; of: string }>;
export type Category = keyof typeof categories;

interface Props extends Compared {
  /** The reader or organization. */
  within: Narrowing;
  choices: [Category, ...Category[]];
  /** How many categories the pie shows. */
  limit: number;
  buildQuery: (search: DashboardSearch, field: CategoryField) => UseQueryOptions<CategoryShares>;
}

/** Engagements by a category that the user chooses; the choice is in the URL. */
export const CategoryPie = ({ search, previous, within, choices, limit, buildQuery }: Props) => {
  const [category, setCategory] = useUrlChoice('category', choices);
  const chosen = categories[category].field;
  const query = useQuery(buildQuery(search, chosen));
  const before = usePreviousData(previous, (period) => buildQuery(period, chosen));
  const { model } = search;
  const options = choices.map((value) => ({ value, label: categories[value].label }));
  return (
    <ChartCard
      title="Engagements By Category"
      titleLimit={35}
      actions={
        <SegmentedControl label="Category" options={options} value={category} onChange={setCategory} />
      }
      // The previous field's data stays until the next arrives, so the links follow the data and not the choice.
      {...useQueryChart(query, ({ field, points }) => {
        const compared = withPreviousValues(points, before?.field === field ? before.points : undefined);
        const drilled = withDrills(compared, field, model, within);
        const isStage = field === 'BuyersJourneyStage';
        return pieView(isStage ? inStageOrder(drilled) : drilled, {
          unit: units.engagements,
          of: Object.values(categories).find((known) => known.field === field)?.of ?? 'Category',
          hrefOfRest: drillToRest(field, model, within),
          sorted: !isStage,
          limit,
        });
      })}
    />
  );
};
