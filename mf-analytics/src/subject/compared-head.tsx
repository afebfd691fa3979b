import { FilterChips, FiltersButton, SearchNote } from '@readerlens/filters/panel';
import { PageHeader, Switch } from '@readerlens/ui';
import type { ComparedSearch } from './use-compared-search.ts';

interface Props {
  title: string;
  description?: string | undefined;
  compared: ComparedSearch;
}

/** Title and filters of a dashboard that can be compared with the previous period. */
export const ComparedHead = ({ title, description, compared }: Props) => {
  const { panel, previous, mayCompare, setCompare } = compared;
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        filters={<FilterChips panel={panel} />}
        actions={
          <>
            <Switch
              label="Compare with previous period"
              checked={previous !== undefined}
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
