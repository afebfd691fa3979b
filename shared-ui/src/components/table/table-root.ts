import { chakra } from '@chakra-ui/react';
import { skeletonStyle } from '../states.tsx';

/** The scrolling container of a table. */
export const TableBox = chakra('section', {
  base: {
    overflow: 'auto',
    // Visually hidden content is positioned absolutely; without this it would extend the page to the length of the table.
    position: 'relative',
    outlineOffset: '-2px',
    containerType: 'inline-size',
  },
  variants: {
    // Keeps a focused row clear of the sticky header.
    list: { true: { flex: '0 1 auto', minH: 0, scrollPaddingTop: '44px', overscrollBehaviorX: 'contain' } },
  },
});

const mixed = (color: string, share: string, other: string) =>
  `color-mix(in srgb, var(--rl-colors-${color}) ${share}, var(--rl-colors-${other}))`;

/** One line for each row. The row with the keyboard's focus wraps its cells, so that it can be read in full. */
const listStyle = {
  tableLayout: 'fixed',
  '& thead th': { position: 'sticky', top: 0, zIndex: 2, background: 'surface', height: '38px', py: 0 },
  '& thead [data-box]': { zIndex: 3 },
  '& tbody tr:not([data-detail]) td': {
    height: 'var(--row-height, 40px)',
    py: '0.5',
    verticalAlign: 'middle',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& tbody tr:is(:focus-visible, :has(:focus-visible), [data-held]):not([data-detail]) td': {
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  // A break opportunity wraps even where white space does not.
  '& tbody tr:not([data-detail], :focus-visible, :has(:focus-visible), [data-held]) td wbr': {
    display: 'none',
  },
  // Padding makes inline links easy to hit without changing the line.
  '& tbody tr:not([data-detail]) td a': { py: '5px' },
  '& th': { overflow: 'hidden' },
  // A list may end before its box does.
  '& tbody tr:last-of-type td': { borderBottomWidth: 0 },
} as const;

// Plain class names from one recipe: a table of thousands of cells must not pay for style props in each.
export const TableRoot = chakra('table', {
  base: {
    width: '100%',
    textStyle: 'small',
    borderCollapse: 'separate',
    borderSpacing: 0,
    '& th': {
      textAlign: 'start',
      fontWeight: 'medium',
      color: 'textMuted',
      whiteSpace: 'nowrap',
      borderBottomWidth: '1px',
      borderColor: 'borderStrong',
      px: '2.5',
      py: '2',
    },
    '& td': { px: '2.5', py: '2', borderBottomWidth: '1px', verticalAlign: 'top' },
    '& tbody tr:last-of-type td': { borderBottomWidth: 0 },
    // Between the surface and the color of neutral badges, which stay visible.
    '& tbody tr:hover td': { background: mixed('hover', '55%', 'surface') },
    '& tbody tr[data-selected] td': { background: 'selected' },
    '& tbody tr[data-selected]:hover td': { background: mixed('selected', '94%', 'text') },
    '& tbody tr[data-detail] td': { background: 'sunken', p: '4' },
    // As wide as the container, and fixed while the columns scroll sideways.
    '& tbody tr[data-detail] td > *': {
      position: 'sticky',
      insetInlineStart: '16px',
      width: 'calc(100cqi - 32px)',
    },
    '& tbody tr[aria-current]': { '--line': '1px' },
    '& tbody tr:focus-visible': { '--line': '2px', outlineColor: 'transparent', outlineOffset: '-2px' },
    // Drawn by the cells: the sticky cell would hide an outline of the row.
    '& tbody tr:is([aria-current], :focus-visible) td': {
      boxShadow:
        'inset 0 var(--line) var(--rl-colors-focus), inset 0 calc(-1 * var(--line)) var(--rl-colors-focus)',
    },
    '& [data-placeholder]': { ...skeletonStyle, minWidth: '16px', my: '1' },
    // The arrow stands before the heading, which then ends where the numbers do, and leaves the cell first.
    '& th[data-numeric] button': { flexDirection: 'row-reverse', maxWidth: 'calc(100% + 8px)' },
    '& [data-numeric]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    // Checkboxes stay visible while the columns scroll sideways.
    '& [data-box]': {
      position: 'sticky',
      insetInlineStart: 0,
      zIndex: 1,
      width: '40px',
      minWidth: '40px',
      background: 'surface',
    },
    '& [data-box] label': { verticalAlign: 'middle' },
  },
  variants: {
    list: { true: listStyle },
    clickable: { true: { '& tbody tr:not([data-detail])': { cursor: 'pointer' } } },
  },
});

export const SortButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: '24px',
    mx: '-1',
    px: '1',
    borderRadius: 'sm',
    fontWeight: 'inherit',
    cursor: 'pointer',
    outlineOffset: '-2px',
    _hover: { color: 'text', background: 'hover' },
    '& svg': { flexShrink: 0 },
    '&:not([data-sorted]) svg': { opacity: 0 },
    '&:not([data-sorted]):is(:hover, :focus-visible) svg': { opacity: 0.6 },
    '&[data-sorted]': { color: 'text' },
  },
});
