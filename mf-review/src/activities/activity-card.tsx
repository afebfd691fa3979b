import { Box, Button, CardListItem, Span, styled } from '@readerlens/ui';
import type { ListColumn } from '@readerlens/filters/list';
import type { TableSelection } from '@readerlens/ui';
import { useState } from 'react';
import type { ReviewActivity } from './activity.ts';
import { ReaderLink } from './reader-link.tsx';

const Facts = styled('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(96px, max-content) 1fr',
    columnGap: '3',
    rowGap: '1',
    mt: '2',
    textStyle: 'small',
    '& dt': { color: 'textMuted' },
    '& dd': { m: 0, minW: 0, overflowWrap: 'anywhere' },
  },
});

/** Already shown in the card's header. */
const inHeader = new Set(['FirstName', 'LastName', 'Status', 'DocumentTitle']);
/** What reviewers mostly decide by; the rest is shown on request. */
const primary = new Set(['DropDate', 'RejectReason', 'ApprovedDate', 'Client', 'Email', 'JobTitle']);

interface Props {
  activity: ReviewActivity;
  index: number;
  columns: readonly ListColumn<ReviewActivity>[];
  selection: TableSelection<ReviewActivity>;
  current: boolean;
}

/** An activity as a card, on narrow windows. */
export const ActivityCard = ({ activity, index, columns, selection, current }: Props) => {
  const [expanded, setExpanded] = useState(false);
  const facts = columns
    .filter(({ id }) => !inHeader.has(id) && (expanded || primary.has(id)))
    .map((column) => ({ ...column, value: column.cell(activity, index) }))
    .filter(({ value }) => value !== null && value !== '');
  return (
    <CardListItem
      row={activity}
      {...{ selection, current }}
      title={<ReaderLink activity={activity}>{activity.fullName}</ReaderLink>}
      subtitle={<Span color="textMuted">{activity.documentTitle}</Span>}
      aside={columns.find(({ id }) => id === 'Status')?.cell(activity, index)}
    >
      <Facts>
        {facts.map(({ id, header, value }) => (
          <Box key={id} display="contents">
            <dt>{header}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
      </Facts>
      <Button size="sm" variant="link" mt="1" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
        {expanded ? 'Less' : 'More'}
      </Button>
    </CardListItem>
  );
};
