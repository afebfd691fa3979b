import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Checkbox } from '../choices.tsx';
import { Box, Flex, Heading, Text } from '../layout.ts';
import type { TableSelection } from '../table/table-types.ts';

const Item = chakra('li', {
  base: {
    p: '3',
    background: 'surface',
    borderWidth: '1px',
    borderRadius: 'lg',
    '&[data-selected]': { background: 'selected', borderColor: 'accent' },
    '&[aria-current]': { borderColor: 'focus' },
  },
});

export interface CardListItemProps<Row> {
  row: Row;
  /** Undefined for a card without a checkbox. */
  selection?: TableSelection<Row> | undefined;
  /** Whether it is the target of keyboard commands; it can then take the focus. */
  current?: boolean;
  title: ReactNode;
  /** Below the title, in small text. */
  subtitle: ReactNode;
  /** At the end of the title line. */
  aside: ReactNode;
  /** Below the header. */
  children: ReactNode;
}

/** One row of a CardList as a card: checkbox, title and content. */
export const CardListItem = <Row,>(props: CardListItemProps<Row>) => {
  const { row, selection, current = false, title, subtitle, aside, children } = props;
  const selected = selection?.isSelected(row) === true;
  return (
    <Item
      data-selected={selected ? '' : undefined}
      aria-current={current ? 'true' : undefined}
      tabIndex={current ? -1 : undefined}
    >
      <Flex gap="3" align="flex-start">
        {selection && (
          <Checkbox
            label={selection.formatRowLabel(row)}
            hideLabel
            checked={selected}
            onChange={(event: { currentTarget: HTMLInputElement }) =>
              selection.onToggle(row, event.currentTarget.checked)
            }
          />
        )}
        <Box flex="1" minW="0" overflowWrap="anywhere">
          <Heading textStyle="body" fontWeight="semibold">
            {title}
          </Heading>
          {/* Both may be links, which need some space to be hit. */}
          <Text textStyle="small" mt="1.5">
            {subtitle}
          </Text>
        </Box>
        {aside}
      </Flex>
      {children}
    </Item>
  );
};
