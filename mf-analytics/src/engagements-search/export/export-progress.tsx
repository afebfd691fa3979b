import { api } from '@readerlens/auth';
import { Box, Button, Flex, Span, styled, useLeaveGuard } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { exportLabels } from './export-kinds.ts';
import type { ExportRun } from './use-export.ts';

const pollMs = 1000;

interface Props {
  run: ExportRun;
  onCancel: () => void;
}

const Bar = styled('progress', {
  base: {
    display: 'block',
    width: '100%',
    height: '6px',
    appearance: 'none',
    border: 0,
    borderRadius: 'full',
    overflow: 'hidden',
    background: 'track',
    '&::-webkit-progress-bar': { background: 'track' },
    '&::-webkit-progress-value': { background: 'accent', transition: 'width 260ms' },
    '&::-moz-progress-bar': { background: 'accent' },
  },
});

/** How far the server is, once a second; nothing before it has begun, and for a PDF, which it does not count. */
const useProgress = ({ kind, id }: ExportRun) =>
  useQuery({
    queryKey: ['engagements', 'export-progress', id],
    queryFn: async () =>
      (
        await api(
          'GET /api/analytics/export-progress/{exportId}',
          { params: { exportId: id } },
          { background: true },
        )
      ).data,
    enabled: kind !== 'pdf',
    // Asked for at once, nobody would know of it yet.
    initialData: { rows: 0, total: 0 },
    staleTime: Infinity,
    refetchInterval: pollMs,
    retry: false,
    gcTime: 0,
  }).data;

const counted = (count: number) => count.toLocaleString('en-US');

/** That a file is being made, how far it is, and the way to give it up. */
export const ExportProgress = ({ run, onCancel }: Props) => {
  const progress = useProgress(run);
  const known = progress.total > 0;
  const label = `Exporting ${exportLabels[run.kind]}`;
  useLeaveGuard('A file is being made. Leave the page and give it up?');
  return (
    <Flex
      as="section"
      aria-label="Export"
      flexBasis="100%"
      align="center"
      gap="4"
      px="4"
      py="3"
      background="surface"
      borderWidth="1px"
      borderRadius="lg"
    >
      <Box flex="1" minW="0">
        <Flex justify="space-between" gap="3" mb="2" textStyle="small">
          <Span role="status">{`${label}…`}</Span>
          <Span color="textMuted" fontVariantNumeric="tabular-nums">
            {known &&
              `${counted(Math.min(progress.rows, progress.total))} of ${counted(progress.total)} rows`}
          </Span>
        </Flex>
        <Bar aria-label={label} {...(known ? { value: progress.rows, max: progress.total } : {})} />
      </Box>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </Flex>
  );
};
