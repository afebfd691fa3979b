import { Box, formatCount, Span } from '@readerlens/ui';

interface FigureProps {
  count: number;
  one: string;
  many: string;
  isMain?: boolean;
}

/** In line with the other figures; on a phone as a column with the number above its name. */
const Figure = ({ count, one, many, isMain = false }: FigureProps) => (
  <Span display={{ base: 'flex', md: 'inline' }} flexDirection="column" {...(isMain ? mainStyle : {})}>
    <Span color={{ base: 'text', md: 'inherit' }} fontWeight={{ base: 'semibold', md: 'inherit' }}>
      {formatCount(count)}
    </Span>
    <Span
      textStyle={{ base: 'caption', md: 'body' }}
      fontWeight="inherit"
    >{` ${count === 1 ? one : many}`}</Span>
  </Span>
);

const mainStyle = { color: { md: 'text' }, fontWeight: { md: 'semibold' } } as const;

const Dot = () => <Span display={{ base: 'none', md: 'inline' }}>{' · '}</Span>;

interface Props {
  total: number;
  /** Numbers of readers and documents; undefined while unknown. */
  stats: { uniquePeople: number; uniqueDocs: number } | undefined;
}

/** The numbers of activities, readers and documents in the whole list. */
export const Totals = ({ total, stats }: Props) => (
  <Box
    aria-live="polite"
    color="textMuted"
    fontVariantNumeric="tabular-nums"
    flex="1 1 auto"
    minW={{ base: '100%', md: '0' }}
    display={{ base: 'grid', md: 'block' }}
    gridTemplateColumns="repeat(3, minmax(0, 1fr))"
  >
    <Figure count={total} one="activity" many="activities" isMain />
    {stats && (
      <>
        <Dot />
        <Figure count={stats.uniquePeople} one="unique reader" many="unique readers" />
        <Dot />
        <Figure count={stats.uniqueDocs} one="document" many="documents" />
      </>
    )}
  </Box>
);
