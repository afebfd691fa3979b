import { Box, Button, CardListItem, Span, styled } from '@readerlens/ui';
import type { TableSelection } from '@readerlens/ui';
import { useState } from 'react';
import { personOf } from './activity.ts';
import type { ReviewActivity } from './activity.ts';
import type { ActivityColumn } from './activity-columns.tsx';

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

/** In the card's head already. */
const inHead = new Set(['FirstName', 'LastName', 'Status', 'DocumentTitle']);
/** What a decision is mostly made by; the rest is shown on demand. */
const first = new Set(['DropDate', 'RejectReason', 'ApprovedDate', 'Client', 'Email', 'JobTitle']);

interface Props {
  activity: ReviewActivity;
  index: number;
  columns: readonly ActivityColumn[];
  selection: TableSelection<ReviewActivity>;
  current: boolean;
}

/** An activity of the list on a phone. */
export const ActivityCard = ({ activity, index, columns, selection, current }: Props) => {
  const [more, setMore] = useState(false);
  const facts = columns
    .filter(({ id }) => !inHead.has(id) && (more || first.has(id)))
    .map((column) => ({ ...column, value: column.cell(activity, index) }))
    .filter(({ value }) => value !== null && value !== '');
  return (
    <CardListItem
      row={activity}
      {...{ selection, current }}
      title={personOf(activity)}
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
      <Button size="sm" variant="link" mt="1" aria-expanded={more} onClick={() => setMore(!more)}>
        {more ? 'Less' : 'More'}
      </Button>
    </CardListItem>
  );
};
