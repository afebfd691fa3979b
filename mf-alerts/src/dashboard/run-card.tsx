import { alertTypeLabels } from '@readerlens/contract/alerts';
import { CardListItem, Flex, Span, Text } from '@readerlens/ui';
import { countText, shortNames } from '@readerlens/ui/parts';
import type { TableSelection } from '@readerlens/ui';
import { RunLink } from './run-columns.tsx';
import { RunFileIconButton } from './run-file.tsx';
import { momentText } from './run-text.ts';
import type { Run } from './runs.queries.ts';

/** A run as a card, on narrow windows. */
export const RunCard = ({ run, selection }: { run: Run; selection: TableSelection<Run> }) => (
  <CardListItem
    row={run}
    selection={selection}
    title={
      <Span fontWeight={run.isRead ? 'normal' : 'bold'}>
        <RunLink run={run} />
      </Span>
    }
    subtitle={<Span color="textMuted">{run.why}</Span>}
    aside={<RunFileIconButton run={run} />}
  >
    {run.companies.length > 0 && (
      <Text mt="2" textStyle="small" overflowWrap="anywhere">
        {Object.values(shortNames(run.companies)).join(' ')}
      </Text>
    )}
    <Flex mt="2" columnGap="3" rowGap="1" wrap="wrap" textStyle="small" color="textMuted">
      <span>{alertTypeLabels[run.type]}</span>
      <span>{countText(run.totalMatched, 'match', 'matches')}</span>
      <span>{momentText(run.runOn)}</span>
      <span>{run.notificationCreatedBy}</span>
    </Flex>
  </CardListItem>
);
