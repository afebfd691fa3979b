import { Button, Span } from '@readerlens/ui';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

interface Props {
  total: number;
  /** How many readers and documents; undefined where that is not known. */
  stats: { uniquePeople: number; uniqueDocs: number } | undefined;
  selected: number;
  onClear: () => void;
}

const statsText = ({ uniquePeople, uniqueDocs }: NonNullable<Props['stats']>): string => {
  const readers = counted(uniquePeople, 'unique reader', 'unique readers');
  return ` · ${readers} · ${counted(uniqueDocs, 'document', 'documents')}`;
};

/** How many activities there are, of whom and of what, and how many of them are chosen. */
export const TotalLine = ({ total, stats, selected, onClear }: Props) => (
  <Span
    display="inline-flex"
    flexWrap="wrap"
    alignItems="center"
    columnGap="2"
    fontVariantNumeric="tabular-nums"
  >
    <Span aria-live="polite" color="textMuted">
      <Span color="text" fontWeight="semibold">
        {counted(total, 'activity', 'activities')}
      </Span>
      {stats && statsText(stats)}
      {selected > 0 && ` · ${selected.toLocaleString('en-US')} selected`}
    </Span>
    {selected > 0 && (
      <Button size="sm" variant="link" onClick={onClear}>
        Clear selection
      </Button>
    )}
  </Span>
);
