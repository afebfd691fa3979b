import { Box } from '@chakra-ui/react';
import { Fragment } from 'react';
import { palette, useColorScheme } from '../theme/index.ts';
import { plainColor } from './chart-fill.tsx';
import type { DrawProps } from './chart-model.ts';
import { inkOn, mix } from './colors.ts';
import { formatCount } from './format.ts';

export interface HeatCell {
  row: string;
  column: string;
  value: number;
}

export interface HeatGridProps extends DrawProps {
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly HeatCell[];
  series: string;
}

const Cell = ({ value, share, color }: { value: number; share: number; color: string }) => {
  const { surface, sunken, textSubtle } = palette[useColorScheme()];
  const background = value === 0 ? sunken : mix(surface, color, 0.12 + 0.88 * share);
  return (
    <Box
      borderRadius="sm"
      minHeight="44px"
      display="grid"
      placeItems="center"
      fontWeight="medium"
      style={{ background, color: value === 0 ? textSubtle : inkOn(background) }}
    >
      {formatCount(value)}
    </Box>
  );
};

/** A grid with the number in every cell; darker cells have larger numbers. */
export const HeatGrid = ({ rows, columns, cells, series, label, width, colorOf }: HeatGridProps) => {
  const small = width < 460;
  // Narrow cards have more vertical than horizontal space.
  const turned = small && columns.length > rows.length;
  const [down, across] = turned ? [columns, rows] : [rows, columns];
  const valueOf = (first: string, second: string) => {
    const [row, column] = turned ? [second, first] : [first, second];
    return cells.find((cell) => cell.row === row && cell.column === column)?.value ?? 0;
  };
  const most = Math.max(1, ...cells.map(({ value }) => value));
  const color = plainColor(colorOf(series));
  return (
    <Box
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the image consists of elements, which <img> cannot contain
      role="img"
      aria-label={label}
      display="grid"
      gap="1"
      gridTemplateColumns={`max-content repeat(${across.length}, minmax(0, 1fr))`}
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
            const value = valueOf(name, other);
            return <Cell key={other} value={value} share={value / most} color={color} />;
          })}
        </Fragment>
      ))}
    </Box>
  );
};
