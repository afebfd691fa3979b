import { chakra } from '@chakra-ui/react';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './button.tsx';
import { SelectField } from './select-field.tsx';

export interface PaginationProps<Size extends number> {
  /** Names the group: 'Pages of activities'. */
  label: string;
  /** From 1. */
  page: number;
  size: Size;
  /** Of all pages. */
  total: number;
  sizes: readonly Size[];
  onPage: (page: number) => void;
  onSize: (size: Size) => void;
}

const Root = chakra('nav', {
  base: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '3', color: 'textMuted' },
});

const number = (value: number) => value.toLocaleString('en-US');

const rangeText = ({ page, size, total }: Pick<PaginationProps<number>, 'page' | 'size' | 'total'>) => {
  const first = (page - 1) * size + 1;
  return first > total
    ? `0 of ${number(total)}`
    : `${number(first)}–${number(Math.min(total, page * size))} of ${number(total)}`;
};

const Steps = ({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) => (
  <chakra.div display="flex" alignItems="center" gap="1">
    <IconButton
      label="First page"
      disabled={page <= 1}
      icon={<ChevronFirst size={16} />}
      onClick={() => onPage(1)}
    />
    <IconButton
      label="Previous page"
      disabled={page <= 1}
      icon={<ChevronLeft size={16} />}
      onClick={() => onPage(page - 1)}
    />
    <chakra.span px="1" textStyle="small" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      {`Page ${number(page)} of ${number(pages)}`}
    </chakra.span>
    <IconButton
      label="Next page"
      disabled={page >= pages}
      icon={<ChevronRight size={16} />}
      onClick={() => onPage(page + 1)}
    />
    <IconButton
      label="Last page"
      disabled={page >= pages}
      icon={<ChevronLast size={16} />}
      onClick={() => onPage(pages)}
    />
  </chakra.div>
);

/** Which part of a longer list is shown, the ways to the others, and how many rows a page has. */
export const Pagination = <Size extends number>(props: PaginationProps<Size>) => {
  const { label, page, size, total, sizes, onPage, onSize } = props;
  const choose = (text: string) => {
    const chosen = sizes.find((one) => String(one) === text);
    if (chosen !== undefined) onSize(chosen);
  };
  return (
    <Root aria-label={label}>
      <chakra.span textStyle="small" fontVariantNumeric="tabular-nums">
        {rangeText({ page, size, total })}
      </chakra.span>
      <chakra.div display="flex" alignItems="center" gap="2" ms="auto" textStyle="small">
        <span aria-hidden="true">Rows per page</span>
        <SelectField
          label="Rows per page"
          hideLabel
          size="sm"
          options={sizes.map((one) => ({ value: String(one), label: String(one) }))}
          value={String(size)}
          onChange={(event: { target: { value: string } }) => choose(event.target.value)}
        />
      </chakra.div>
      <Steps page={page} pages={Math.max(1, Math.ceil(total / size))} onPage={onPage} />
    </Root>
  );
};
