import type { CSSProperties } from 'react';
import type { TableColumn } from './table-types.ts';

type Sizes = Pick<TableColumn<never>, 'minWidth' | 'grow'>;

/** Width of the column of checkboxes, in pixels. */
export const boxWidth = 40;
const defaultWidth = 120;

const readMinWidth = ({ minWidth }: Sizes): number => Number.parseInt(minWidth ?? '', 10) || defaultWidth;

/** The width below which a list scrolls sideways, in pixels. */
export const leastWidth = (columns: readonly Sizes[], { boxes }: { boxes: boolean }): number =>
  columns.reduce((sum, column) => sum + readMinWidth(column), boxes ? boxWidth : 0);

/**
 * The widths of a list's columns: the least widths, plus a share of the width that is left over. The last growing column
 * has no width, so that it takes what rounding leaves.
 */
export const columnWidths = (
  columns: readonly Sizes[],
  options: { boxes: boolean },
): CSSProperties['width'][] => {
  const growth = columns.reduce((sum, { grow = 1 }) => sum + grow, 0);
  const rest = `max(0px, 100cqi - ${leastWidth(columns, options)}px)`;
  const last = columns.findLastIndex(({ grow = 1 }) => grow > 0);
  return columns.map((column, index) => {
    if (index === last) return undefined;
    const share = growth > 0 ? (column.grow ?? 1) / growth : 0;
    return share === 0
      ? `${readMinWidth(column)}px`
      : `calc(${readMinWidth(column)}px + ${share.toFixed(4)} * ${rest})`;
  });
};
