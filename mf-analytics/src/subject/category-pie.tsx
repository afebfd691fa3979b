import { useUrlChoice } from '@readerlens/filters';
import { useQueryChart } from '@readerlens/filters/dashboard';
import type { Narrowing } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import { SegmentedControl } from '@readerlens/ui';
import { ChartCard, pieView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { drillToRest, inStageOrder, withDrills } from '../performance-overview/chart-views.ts';
import type { CategoryField, CategoryShares } from './subject.queries.ts';

const categories = {
  'document-type': { label: 'By document type', field: 'DocumentTypes', of: 'Document type' },
  'buyers-journey': { label: "By buyer's journey", field: 'BuyersJourneyStage', of: 'Stage' },
  community: { label: 'By community', field: 'Onlines', of: 'Community' },
} as const satisfies Record<string, { label: string; field: CategoryField; of: string }>;
export type Category = keyof typeof categories;

interface Props {
  model: FilterModel;
  /** The reader or organization. */
  within: Narrowing;
  choices: [Category, ...Category[]];
  /** How many categories the pie shows. */
  limit: number;
  queryOf: (field: CategoryField) => UseQueryOptions<CategoryShares>;
}

/** Engagements by a category that the user chooses; the choice is in the URL. */
export const CategoryPie = ({ model, within, choices, limit, queryOf }: Props) => {
  const [category, setCategory] = useUrlChoice('category', choices);
  const query = useQuery(queryOf(categories[category].field));
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
        const drilled = withDrills(points, field, model, within);
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
