import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import { Box, Card, TextLink } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { FieldItem, FieldList, formatUtcDate, listState } from '@readerlens/ui/parts';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

/** Links a run in its list. The page of the run returns to the list as it is. */
export const RunLink = ({ to, children }: { to: string; children: string }) => (
  <TextLink to={to} state={listState(useLocation().search)}>
    {children}
  </TextLink>
);

interface FactsProps {
  first: ReactNode;
  second: ReactNode;
  /** The list of all runs of the same alert or report. */
  otherRuns: { readonly path: string; readonly text: string };
}

/** The fields of a run, in two columns on a wide page. */
export const RunFactsCard = ({ first, second, otherRuns }: FactsProps) => (
  <Card aria-label="Run">
    <Box
      display="grid"
      columnGap="8"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
    >
      <FieldList alignContent="start">{first}</FieldList>
      <FieldList alignContent="start" mt={{ base: '0', sm: '2.5', lg: '0' }}>
        {second}
        <FieldItem label="Other runs">
          <TextLink to={otherRuns.path}>{otherRuns.text}</TextLink>
        </FieldItem>
      </FieldList>
    </Box>
  </Card>
);

interface RunActivity {
  readonly date: string;
  readonly activityType: ActivityType;
}

type Cells<Row> = Readonly<Record<'activity' | 'reader' | 'company' | 'portal', TableColumn<Row>['cell']>>;

/** The columns of the activities that a run lists. `cells` are those that differ in links and line breaks. */
export const runActivityColumns = <Row extends RunActivity>(
  cells: Cells<Row>,
): readonly TableColumn<Row>[] => [
  { id: 'date', header: 'Date', cell: ({ date }) => formatUtcDate(date) },
  { id: 'type', header: 'Type', cell: ({ activityType }) => activityTypeLabel[activityType] },
  { id: 'activity', header: 'Activity', minWidth: '200px', cell: cells.activity },
  { id: 'reader', header: 'Reader Name', minWidth: '130px', cell: cells.reader },
  { id: 'company', header: 'Reader Company', minWidth: '130px', cell: cells.company },
  { id: 'portal', header: 'Community', minWidth: '120px', cell: cells.portal },
];
