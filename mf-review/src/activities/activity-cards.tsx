import { Box, Button, Checkbox, Flex, Heading, Skeleton, Text, styled } from '@readerlens/ui';
import type { TableSelection } from '@readerlens/ui';
import { useState } from 'react';
import { personOf } from './activity.ts';
import type { ReviewActivity } from './activity.ts';
import type { ActivityColumn } from './activity-columns.tsx';

const List = styled('ul', { base: { display: 'grid', gap: '3', listStyleType: 'none', m: 0, p: 0 } });

const Item = styled('li', {
  base: {
    p: '3',
    background: 'surface',
    borderWidth: '1px',
    borderRadius: 'lg',
    '&[data-selected]': { background: 'selected', borderColor: 'accent' },
    '&[aria-current]': { borderColor: 'focus' },
  },
});

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

interface CardProps {
  activity: ReviewActivity;
  index: number;
  columns: readonly ActivityColumn[];
  selection: TableSelection<ReviewActivity>;
  current: boolean;
}

const Card = ({ activity, index, columns, selection, current }: CardProps) => {
  const [more, setMore] = useState(false);
  const selected = selection.isSelected(activity);
  const facts = columns
    .filter(({ id }) => !inHead.has(id) && (more || first.has(id)))
    .map((column) => ({ ...column, value: column.cell(activity, index) }))
    .filter(({ value }) => value !== null && value !== '');
  return (
    <Item
      data-selected={selected ? '' : undefined}
      aria-current={current ? 'true' : undefined}
      tabIndex={current ? -1 : undefined}
    >
      <Flex gap="3" align="flex-start">
        <Checkbox
          label={selection.labelOf(activity)}
          hideLabel
          checked={selected}
          onChange={(event: { currentTarget: HTMLInputElement }) =>
            selection.onToggle(activity, event.currentTarget.checked)
          }
        />
        <Box flex="1" minW="0">
          <Heading as="h2" textStyle="body" fontWeight="semibold" overflowWrap="anywhere">
            {personOf(activity)}
          </Heading>
          <Text textStyle="small" color="textMuted" overflowWrap="anywhere">
            {activity.documentTitle}
          </Text>
        </Box>
        {columns.find(({ id }) => id === 'Status')?.cell(activity, index)}
      </Flex>
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
    </Item>
  );
};

interface Props {
  label: string;
  columns: readonly ActivityColumn[];
  rows: readonly ReviewActivity[];
  selection: TableSelection<ReviewActivity>;
  currentRow: number | undefined;
  loadingRows: number | undefined;
}

/** The list on a phone: a card for each activity. */
export const ActivityCards = ({ label, columns, rows, selection, currentRow, loadingRows }: Props) => {
  if (loadingRows !== undefined) {
    return (
      <Box as="output" display="grid" gap="3" aria-label="Loading" aria-busy="true">
        {Array.from({ length: Math.min(loadingRows, 4) }, (_, index) => (
          <Skeleton key={index} height="160px" />
        ))}
      </Box>
    );
  }
  return (
    <List aria-label={label}>
      {rows.map((activity, index) => (
        <Card key={activity.id} {...{ activity, index, columns, selection }} current={index === currentRow} />
      ))}
    </List>
  );
};
