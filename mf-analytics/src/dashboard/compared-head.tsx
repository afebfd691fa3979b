import { FilterChips, FiltersButton, SearchNote } from '@readerlens/filters/panel';
import { PageHeader, Switch, Text } from '@readerlens/ui';
import type { ReactNode } from 'react';
import type { ComparedSearch } from './use-compared-search.ts';

interface Props {
  title: string;
  description?: string | undefined;
  compared: ComparedSearch;
  /** Other controls of the page. */
  children?: ReactNode;
}

/** Title and filters of a dashboard that can be compared with the previous period. */
export const ComparedHead = ({ title, description, compared, children }: Props) => {
  const { panel, previous, previousDates, mayCompare, setCompare } = compared;
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
              short="Compare"
              checked={previous !== undefined}
              disabled={!mayCompare}
              onCheckedChange={setCompare}
            />
            {children}
            <FiltersButton panel={panel} />
          </>
        }
      />
      {previous && (
        <Text marginTop="-2" marginBottom="4" textStyle="small" color="textMuted">
          {`Compared with ${previousDates ?? ''}`}
        </Text>
      )}
      <SearchNote controls={panel.controls} />
    </>
  );
};
