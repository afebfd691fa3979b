import { alertTypeLabels } from '@readerlens/contract/alerts';
import { RunFileIconButton } from '@readerlens/filters/runs';
import { CardListItem, Flex, Span, Text } from '@readerlens/ui';
import { countText, formatMoment, shortNames } from '@readerlens/ui/parts';
import type { TableSelection } from '@readerlens/ui';
import { RunName } from './run-columns.tsx';
import { describeRunFile } from './run-file.ts';
import type { Run } from './runs.queries.ts';

/** A run as a card, on narrow windows. */
export const RunCard = ({ run, selection }: { run: Run; selection: TableSelection<Run> }) => (
  <CardListItem
    row={run}
    selection={selection}
    title={
      <Span fontWeight={run.isRead ? 'normal' : 'bold'}>
        <RunName run={run} />
      </Span>
    }
    subtitle={<Span color="textMuted">{run.why}</Span>}
    aside={<RunFileIconButton file={describeRunFile(run)} />}
  >
    {run.companies.length > 0 && (
      <Text mt="2" textStyle="small" overflowWrap="anywhere">
        {Object.values(shortNames(run.companies)).join(' ')}
      </Text>
    )}
    <Flex mt="2" columnGap="3" rowGap="1" wrap="wrap" textStyle="small" color="textMuted">
      <span>{alertTypeLabels[run.type]}</span>
      <span>{countText(run.totalMatched, 'match', 'matches')}</span>
      <span>{formatMoment(run.runOn, 'long')}</span>
      <span>{run.notificationCreatedBy}</span>
    </Flex>
  </CardListItem>
);
