import { SubjectLink } from '@readerlens/filters';
import { findReaderPath } from '@readerlens/contract/readers';
import type { FilterModel } from '@readerlens/filters/model';
import { Breakable, CardListItem, Flex, SlotLinks, SlotMarks, Span, Text } from '@readerlens/ui';
import type { SlotMark } from '@readerlens/ui';
import { formatUtcDate } from '@readerlens/ui/parts';
import type { ComponentProps } from 'react';
import { describeSearch, readerActions, subjectMarks } from '../../slots.ts';
import { Rank } from '../rank-cells.tsx';
import { LinkedIn, Organization, ReaderChange, ReaderFigure } from './reader-columns.tsx';

interface Props extends ComponentProps<typeof ReaderChange> {
  model: FilterModel;
  withRank: boolean;
  marks: readonly SlotMark[];
}

/** A reader as a card, on narrow windows. */
export const ReaderCard = ({ row, model, modelBefore, withRank, inEngagements, marks }: Props) => (
  <CardListItem
    row={row}
    title={<SubjectLink to={findReaderPath(row.userIdOrEmail)}>{row.name}</SubjectLink>}
    subtitle={
      <>
        <Organization row={row} />
        {row.jobTitle && <Span color="textMuted">{row.orgName ? ` · ${row.jobTitle}` : row.jobTitle}</Span>}
      </>
    }
    aside={
      <Flex as="span" align="center" gap="2">
        {withRank && <Rank row={row} />}
        <SlotMarks slot={subjectMarks} marks={marks} />
        <SlotLinks
          shape="icon"
          size="sm"
          variant="ghost"
          slot={readerActions}
          about={row.name}
          context={{ reader: row.readerId, ...describeSearch(model) }}
        />
      </Flex>
    }
  >
    {row.email && (
      <Text mt="1" textStyle="small" overflowWrap="anywhere">
        <Breakable>{row.email}</Breakable>
      </Text>
    )}
    <Flex mt="2" gap="3" rowGap="1" wrap="wrap" align="center" textStyle="small" color="textMuted">
      <span>
        <ReaderFigure {...{ model, row }} count={row.totalEngagements} unit="engagements" /> engagements
      </span>
      <span>
        <ReaderFigure {...{ model, row }} count={row.totalDocuments} unit="documents" /> documents
      </span>
      <span>{`Latest ${formatUtcDate(row.mostRecent)}`}</span>
      <LinkedIn row={row} />
      <ReaderChange {...{ row, modelBefore, inEngagements }} />
    </Flex>
  </CardListItem>
);
