import type { CasesTile, CountTile } from '@readerlens/contract/marketing-figures';
import { Cell, StatTile } from '@readerlens/filters/dashboard';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { RateTile } from './rate-tile.tsx';

interface Props<T> {
  /** What it says: a count, or a rate or an average. */
  tile: CasesTile<T> | CountTile<T>;
  Icon: LucideIcon;
  /** How it is counted. */
  help: string;
  /** The rows that it counts, or that a rate divides by. */
  href?: string;
  query: UseQueryResult<T>;
  /** The answer for the period before, which counts are compared with. */
  before?: T | undefined;
  span?: ComponentProps<typeof Cell>['span'];
}

/** A number of a page in the grid of its tiles. */
export const TileCell = <T,>({ tile, Icon, help, href, query, before, span = 3 }: Props<T>) => {
  const shown = {
    icon: <Icon size={15} aria-hidden="true" />,
    help,
    query,
    ...(href === undefined ? {} : { href }),
  };
  return (
    <Cell span={span} mediumSpan={6} isTile>
      {'kind' in tile ? (
        <RateTile tile={tile} {...shown} />
      ) : (
        <StatTile label={tile.label} readValue={tile.read} before={before} {...shown} />
      )}
    </Cell>
  );
};
