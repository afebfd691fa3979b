import { chakra } from '@chakra-ui/react';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { IconButton } from './button.tsx';
import { SelectField } from './select-field.tsx';
import { formatCount } from '../format.ts';

export interface PaginationProps<Size extends number> {
  /** Accessible name: 'Pages of activities'. */
  label: string;
  /** Starts at 1. */
  page: number;
  size: Size;
  /** Rows of all pages. */
  total: number;
  sizes: readonly Size[];
  /** 'Showing 1 to 20 of 45' instead of '1–20 of 45'. */
  inWords?: boolean;
  onPage: (page: number) => void;
  onSize: (size: Size) => void;
}

/** A page of this size or a larger one has all rows of any list. */
const sizeOfAll = 10_000;

const Root = chakra('nav', {
  base: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '3', color: 'textMuted' },
});

type Range = Pick<PaginationProps<number>, 'page' | 'size' | 'total' | 'inWords'>;

const rangeText = ({ page, size, total, inWords = false }: Range) => {
  const first = (page - 1) * size + 1;
  if (inWords && first <= total)
    return `Showing ${formatCount(first)} to ${formatCount(Math.min(total, page * size))} of ${formatCount(total)}`;
  return first > total
    ? `0 of ${formatCount(total)}`
    : `${formatCount(first)}–${formatCount(Math.min(total, page * size))} of ${formatCount(total)}`;
};

interface StepProps {
  label: string;
  Icon: LucideIcon;
  /** There is no page in that direction. */
  isOff: boolean;
  onStep: () => void;
}

/** `aria-disabled` instead of `disabled`: the button that leads to the last page must keep the focus. */
const Step = ({ label, Icon, isOff, onStep }: StepProps) => (
  <IconButton
    label={label}
    aria-disabled={isOff}
    icon={<Icon size={16} />}
    onClick={isOff ? undefined : onStep}
  />
);

const Steps = ({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) => {
  const [isFirst, isLast] = [page <= 1, page >= pages];
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap="1"
      // On a phone a line of their own.
      flex={{ base: '1 0 100%', sm: 'none' }}
    >
      <Step label="First page" Icon={ChevronFirst} isOff={isFirst} onStep={() => onPage(1)} />
      <Step label="Previous page" Icon={ChevronLeft} isOff={isFirst} onStep={() => onPage(page - 1)} />
      <chakra.span px="1" textStyle="small" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {`Page ${formatCount(page)} of ${formatCount(pages)}`}
      </chakra.span>
      <Step label="Next page" Icon={ChevronRight} isOff={isLast} onStep={() => onPage(page + 1)} />
      <Step label="Last page" Icon={ChevronLast} isOff={isLast} onStep={() => onPage(pages)} />
    </chakra.div>
  );
};

/** The current page, buttons for other pages, and the page size. */
export const Pagination = <Size extends number>(props: PaginationProps<Size>) => {
  const { label, page, size, total, sizes, inWords = false, onPage, onSize } = props;
  const choose = (text: string) => {
    const chosen = sizes.find((one) => String(one) === text);
    if (chosen !== undefined) onSize(chosen);
  };
  return (
    <Root aria-label={label}>
      <chakra.span textStyle="small" fontVariantNumeric="tabular-nums">
        {rangeText({ page, size, total, ...(inWords ? { inWords } : {}) })}
      </chakra.span>
      <chakra.div display="flex" alignItems="center" gap="2" ms="auto" textStyle="small">
        <span aria-hidden="true">Rows per page</span>
        <SelectField
          label="Rows per page"
          hideLabel
          size="sm"
          options={sizes.map((one) => ({ value: String(one), label: one < sizeOfAll ? String(one) : 'All' }))}
          value={String(size)}
          onChange={(event: { target: { value: string } }) => choose(event.target.value)}
        />
      </chakra.div>
      <Steps page={page} pages={Math.max(1, Math.ceil(total / size))} onPage={onPage} />
    </Root>
  );
};
