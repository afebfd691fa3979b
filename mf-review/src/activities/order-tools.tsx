import { OrderedList } from '@readerlens/filters/columns';
import type { ListLayout } from '@readerlens/filters/list';
import { Box, Button, Dialog, IconButton } from '@readerlens/ui';
import { ArrowLeftToLine, ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { orderColumnIds } from './activity-columns.tsx';
import type { ReviewActivity } from './activity.ts';

interface Props {
  layout: ListLayout<ReviewActivity>;
}

const { title, date } = orderColumnIds;

/** Tells whether the title stands right after the date. */
const isTitleBesideDate = ({ columns }: Props['layout']): boolean => {
  const ids = columns.map(({ id }) => id);
  return ids.indexOf(title) === ids.indexOf(date) + 1;
};

/** The shown columns, which move only among each other. */
const OrderDialog = ({ layout: { columns, move }, onClose }: Props & { onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Order of columns">
    <Box pb="4">
      <OrderedList
        label="Columns"
        items={columns.map(({ id, header }) => ({ id, label: header }))}
        onMove={(from, to) => move(columns[from]!.id, to < from ? 'before' : 'after', columns[to]!.id)}
      />
    </Box>
  </Dialog>
);

/** Puts the title beside the date, and the columns in the person's own order. */
export const OrderTools = ({ layout }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const isBeside = isTitleBesideDate(layout);
  return (
    <>
      {layout.isShown(title) && layout.isShown(date) && (
        <Button
          icon={<ArrowLeftToLine size={15} aria-hidden="true" />}
          onClick={() => (isBeside ? layout.putBack(title) : layout.move(title, 'after', date))}
        >
          {isBeside ? 'Title at its place' : 'Title beside date'}
        </Button>
      )}
      <IconButton
        variant="secondary"
        label="Order of columns"
        icon={<ArrowLeftRight size={15} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <OrderDialog layout={layout} onClose={() => setOpen(false)} />}
    </>
  );
};
