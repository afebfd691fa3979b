import { Button, Span } from '@readerlens/ui';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

interface Props {
  total: number;
  /** Numbers of readers and documents; undefined while unknown. */
  stats: { uniquePeople: number; uniqueDocs: number } | undefined;
  selected: number;
  onClear: () => void;
}

const statsText = ({ uniquePeople, uniqueDocs }: NonNullable<Props['stats']>): string => {
  const readers = counted(uniquePeople, 'unique reader', 'unique readers');
  return ` · ${readers} · ${counted(uniqueDocs, 'document', 'documents')}`;
};

/** The numbers of activities, readers and documents, and of selected activities. */
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
