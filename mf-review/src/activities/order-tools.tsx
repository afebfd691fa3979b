import type { ListLayout } from '@readerlens/filters/list';
import { Button, Dialog, IconButton, Text, VisuallyHidden, styled } from '@readerlens/ui';
import { ArrowDown, ArrowLeftToLine, ArrowLeftRight, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
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

const Columns = styled('ol', { base: { listStyleType: 'none', m: 0, p: 0, display: 'grid', gap: '1' } });
const Column = styled('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    ps: '3',
    pe: '1',
    minH: '34px',
    borderWidth: '1px',
    borderRadius: 'md',
  },
});

interface Move {
  readonly id: string;
  readonly way: 'up' | 'down';
}

/** A row that moves in the document loses the focus, so its button gets it again. */
const useFocusAfter = (moved: Move | undefined) => {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (moved)
      list.current
        ?.querySelector<HTMLElement>(`[data-column="${moved.id}"] [data-way="${moved.way}"]`)
        ?.focus();
  }, [moved]);
  return list;
};

const ways = [
  { way: 'up', place: 'before', step: -1, Icon: ArrowUp },
  { way: 'down', place: 'after', step: 1, Icon: ArrowDown },
] as const;

/** The shown columns with buttons that move them. */
const OrderDialog = ({ layout: { columns, move }, onClose }: Props & { onClose: () => void }) => {
  const [moved, setMoved] = useState<Move>();
  const list = useFocusAfter(moved);
  const place = columns.findIndex(({ id }) => id === moved?.id);
  return (
    <Dialog open onClose={onClose} title="Order of columns">
      <Columns ref={list} aria-label="Columns" pb="4">
        {columns.map(({ id, header }, index) => (
          <Column key={id} data-column={id}>
            <Text as="span" flex="1" minW="0" truncate>
              {header}
            </Text>
            {ways.map(({ way, place: side, step, Icon }) => {
              const other = columns[index + step];
              return (
                <IconButton
                  key={way}
                  size="sm"
                  label={`Move ${header} ${way}`}
                  data-way={way}
                  aria-disabled={other ? undefined : true}
                  icon={<Icon size={15} aria-hidden="true" />}
                  onClick={() => {
                    if (!other) return;
                    move(id, side, other.id);
                    setMoved({ id, way });
                  }}
                />
              );
            })}
          </Column>
        ))}
      </Columns>
      <VisuallyHidden aria-live="polite">
        {moved && `${columns[place]?.header} is now ${place + 1} of ${columns.length}.`}
      </VisuallyHidden>
    </Dialog>
  );
};

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
