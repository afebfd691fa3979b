import { FilterChips, FiltersButton, SearchNote } from '@readerlens/filters/panel';
import { PageHeader, Switch } from '@readerlens/ui';
import type { Ranking } from './use-ranking.ts';

/** Title, dates and filters of a ranking. */
export const RankingHead = ({ title, ranking }: { title: string; ranking: Ranking }) => {
  const { panel, dates, mayCompare, compare, setCompare } = ranking;
  return (
    <>
      <PageHeader
        title={title}
        description={dates}
        filters={<FilterChips panel={panel} />}
        actions={
          <>
            <Switch
              label="Compare with previous period"
              checked={compare}
              disabled={!mayCompare}
              onCheckedChange={setCompare}
            />
            <FiltersButton panel={panel} />
          </>
        }
      />
      <SearchNote controls={panel.controls} />
    </>
  );
};
