import { Box, chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { palette, useColorScheme } from '../theme/index.ts';
import { plainColor } from './chart-fill.tsx';
import type { DrawProps, Unit } from './chart-model.ts';
import { inkOn, mix } from './colors.ts';
import { Mark, markSize } from './notes/note-mark.tsx';
import { linkLabel } from './summaries.ts';
import { formatCount } from '../format.ts';

export interface HeatCell {
  row: string;
  column: string;
  value: number;
  /** Shown instead of the number, which then only shades the cell. */
  text?: string;
  /** Link to the list behind the value. */
  href?: string | undefined;
}

export interface HeatGridProps extends DrawProps {
  rows: readonly string[];
  columns: readonly string[];
  /** The months of the columns, if they are months. */
  months?: readonly string[] | undefined;
  cells: readonly HeatCell[];
  series: string;
  unit: Unit;
}

const CellLink = chakra(
  Link,
  {
    base: {
      display: 'grid',
      placeItems: 'center',
      width: '100%',
      minHeight: '44px',
      borderRadius: 'sm',
      _hover: { textDecoration: 'underline' },
    },
  },
  { forwardProps: ['to'] },
);

interface CellProps {
  value: number;
  text: string;
  share: number;
  color: string;
  href: string | undefined;
  label: string;
  /** Of a note, on the edge beside the names. */
  mark: ReactNode;
}

const Cell = ({ value, text, share, color, href, label, mark }: CellProps) => {
  const { surface, sunken, textSubtle } = palette[useColorScheme()];
  const background = value === 0 ? sunken : mix(surface, color, 0.12 + 0.88 * share);
  return (
    <Box
      position="relative"
      borderRadius="sm"
      minHeight="44px"
      display="grid"
      placeItems="center"
      fontWeight="medium"
      style={{ background, color: value === 0 ? textSubtle : inkOn(background) }}
    >
      {href === undefined ? (
        text
      ) : (
        <CellLink to={href} aria-label={label}>
          {text}
        </CellLink>
      )}
      {mark}
    </Box>
  );
};

/** Width in pixels of the names of the rows, and of a column that its name and number fit into. */
const rowNameRoom = 90;
const leastColumn = 40;

/** On the first cell of a month's column or row, at the name of the month but clear of it and of the number. */
const markPlace = (turned: boolean): CSSProperties =>
  turned
    ? { left: 0, top: `calc(50% - ${markSize / 2}px)` }
    : { top: 4 - markSize / 2, left: `calc(50% - ${markSize / 2}px)` };

/** A grid with the number in every cell; darker cells have larger numbers. */
export const HeatGrid = (props: HeatGridProps) => {
  const { rows, columns, months, cells, series, unit, label, width, chooseColor, notes } = props;
  const small = width < 460;
  // Narrow cards have more vertical than horizontal space.
  const crowded = small || (width - rowNameRoom) / columns.length < leastColumn;
  const turned = crowded && columns.length > rows.length;
  const [down, across] = turned ? [columns, rows] : [rows, columns];
  const findCell = (first: string, second: string) => {
    const [row, column] = turned ? [second, first] : [first, second];
    const found = cells.find((cell) => cell.row === row && cell.column === column);
    const { value = 0, text = formatCount(value), href } = found ?? {};
    const name = `${row}, ${column}`;
    const words = found?.text === undefined ? linkLabel({ name, value }, unit) : `${name}: ${text}`;
    return { value, text, href, label: words };
  };
  const findNoteMark = (first: string, second: string) => {
    const [row, column] = turned ? [second, first] : [first, second];
    const month = row === rows[0] ? months?.[columns.indexOf(column)] : undefined;
    const ofMonth = notes?.notes.filter(({ date }) => month !== undefined && date.startsWith(month)) ?? [];
    if (!notes || ofMonth.length === 0) return null;
    return <Mark notes={ofMonth} onShow={notes.show} style={markPlace(turned)} />;
  };
  const isLinked = cells.some(({ href }) => href !== undefined);
  const most = Math.max(1, ...cells.map(({ value }) => value));
  const color = plainColor(chooseColor(series));
  return (
    <Box
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the image consists of elements, which <img> cannot contain
      // An image cannot contain links and buttons.
      role={isLinked || months ? 'group' : 'img'}
      aria-label={label}
      display="grid"
      gap="1"
      gridTemplateColumns={`${small ? 'fit-content(26%)' : 'max-content'} repeat(${across.length}, minmax(0, 1fr))`}
      fontSize="xs"
      fontVariantNumeric="tabular-nums"
      color="textMuted"
      paddingY="2"
    >
      <span />
      {across.map((name) => (
        <Box
          key={name}
          textAlign="center"
          alignSelf="end"
          lineHeight="snug"
          paddingBottom="1"
          // A name may extend into the gaps instead of breaking within a word.
          marginX="-1"
          overflowWrap="normal"
          fontSize={small ? '2xs' : undefined}
          letterSpacing={small ? 'tight' : undefined}
        >
          {name}
        </Box>
      ))}
      {down.map((name) => (
        <Fragment key={name}>
          <Box alignSelf="center" paddingEnd={small ? '0.5' : '2'} fontSize={small ? '2xs' : undefined}>
            {name}
          </Box>
          {across.map((other) => {
            const cell = findCell(name, other);
            return (
              <Cell
                key={other}
                {...cell}
                share={cell.value / most}
                color={color}
                mark={findNoteMark(name, other)}
              />
            );
          })}
        </Fragment>
      ))}
    </Box>
  );
};
