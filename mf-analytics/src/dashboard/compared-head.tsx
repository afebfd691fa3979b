import { FilterChips, FiltersButton, SearchNote } from '@readerlens/filters/panel';
import { Flex, PageHeader, SegmentedControl, Switch, Text } from '@readerlens/ui';
import type { ReactNode } from 'react';
import type { ComparedSearch } from './use-compared-search.ts';

interface Props {
  title: string;
  description?: string | undefined;
  compared: ComparedSearch;
  /** Other controls of the page. */
  children?: ReactNode;
}

const periodOptions = [
  { value: 'previous', label: 'Period before' },
  { value: 'lastYear', label: 'Same dates last year' },
] as const;

/** Title and filters of a dashboard that can be compared with the previous period. */
export const ComparedHead = ({ title, description, compared, children }: Props) => {
  const { panel, previous, previousDates, period, mayCompare, setCompare, setPeriod } = compared;
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
        <Flex marginTop="-2" marginBottom="4" gap="3" align="center" wrap="wrap">
          <Text textStyle="small" color="textMuted">
            {`Compared with ${previousDates ?? ''}`}
          </Text>
          {setPeriod && (
            <SegmentedControl
              label="Compare with"
              options={periodOptions}
              value={period}
              onChange={setPeriod}
            />
          )}
        </Flex>
      )}
      <SearchNote controls={panel.controls} />
    </>
  );
};
