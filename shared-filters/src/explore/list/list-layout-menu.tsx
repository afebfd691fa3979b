import { Button, Menu } from '@readerlens/ui';
import type { MenuEntry } from '@readerlens/ui';
import { ChevronDown, Columns3Cog } from 'lucide-react';
import type { ListColumn, ListDensity, ListLayout } from './list-layout.ts';

const densities: readonly (readonly [ListDensity, string])[] = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
];

interface Props<Row> {
  layout: ListLayout<Row>;
  /** All columns of the list. */
  columns: readonly ListColumn<Row>[];
}

const buildMenuEntries = <Row,>({ layout, columns }: Props<Row>): MenuEntry[] => {
  const choices = columns.filter(({ isFixed }) => !isFixed);
  const isLast = choices.filter(({ id }) => layout.isShown(id)).length === 1;
  return [
    ...densities.map(([density, label], index) => ({
      id: `density-${density}`,
      label,
      checked: layout.density === density,
      ...(index === 0 ? { group: 'Density' } : {}),
      onSelect: () => layout.setDensity(density),
    })),
    ...choices.map(({ id, header }, index) => ({
      id: `column-${id}`,
      label: header,
      checked: layout.isShown(id),
      disabled: layout.isShown(id) && isLast,
      ...(index === 0 ? { group: 'Columns' } : {}),
      onSelect: () => layout.setShown(id, !layout.isShown(id)),
    })),
    { id: 'reset', label: 'Reset layout', group: true, onSelect: layout.reset },
  ];
};

/** Density and columns of a list. */
export const ListLayoutMenu = <Row,>(props: Props<Row>) => (
  <Menu
    entries={buildMenuEntries(props)}
    trigger={
      <Button icon={<Columns3Cog size={15} aria-hidden="true" />}>
        Layout
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
    }
  />
);
