import { countActivities } from '@readerlens/contract/numbers';
import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import { dropReasonTexts } from '@readerlens/filters/model';
import { Banner, Box, Dialog, EmptyState, LoadError, Skeleton, Stack, Text } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { MailView } from '../mail-view.tsx';
import type { ReportConfig, ReportPreview } from '../reports.queries.ts';
import { periodText } from '../runs/run-text.ts';

const title = 'Preview of the next delivery';

interface ContentProps {
  preview: ReportPreview;
  timeZone: string;
  /** The report is new and covers what comes after it is saved. */
  startsNow?: boolean;
}

const Dropped = ({ dropped = [] }: Pick<ReportPreview, 'dropped'>) =>
  dropped.length === 0 ? null : (
    <Banner tone="warning" shape="box" role="status">
      {dropped.map(({ field, label, reason }) => (
        <div key={`${field} ${reason}`}>{`${label} is left out: ${dropReasonTexts[reason]}.`}</div>
      ))}
    </Banner>
  );

const Content = ({ preview, timeZone, startsNow = false }: ContentProps) => {
  const { recordsCount, mails, mail, fileName, attached, payload, dropped } = preview;
  if (recordsCount === 0)
    return (
      <Stack gap="3" pb="4">
        <Dropped {...{ dropped }} />
        <EmptyState
          title="Nothing to send"
          message={
            startsNow
              ? 'The first report covers what becomes available after you save. With a ‘Start date’ it has past activities.'
              : `No activity became available: ${periodText({ ...preview, timeZone })}.`
          }
        />
      </Stack>
    );
  return (
    <Stack gap="3" pb="4">
      <Dropped {...{ dropped }} />
      <Text>
        {`${countActivities(recordsCount)}, ${periodText({ ...preview, timeZone })}, in ${countText(mails, mail ? 'email' : 'message')}.`}
      </Text>
      {mail && (
        <Text>
          <strong>Subject:</strong> {mail.subject}
        </Text>
      )}
      {fileName !== null && (
        <Text>
          <strong>File:</strong> {`${fileName}, ${attached ? 'attached' : 'behind the button of the email'}`}
        </Text>
      )}
      <MailView
        html={mail?.html ?? null}
        text={mail?.text ?? (payload === null ? '' : JSON.stringify(JSON.parse(payload), null, 2))}
      />
    </Stack>
  );
};

const StoredContent = ({ config: { id, timeZone } }: { config: ReportConfig }) => {
  const viewer = useViewer();
  const { data, error, refetch } = useQuery({
    queryKey: ['activity-report-preview', id, viewer] as const,
    queryFn: async ({ signal }) =>
      (await api('POST /api/activity-report-config/{id}/preview', { params: { id }, body: {} }, { signal }))
        .data,
    gcTime: 0,
    staleTime: Infinity,
  });
  if (error)
    return (
      <LoadError
        error={error}
        refused="You do not have access to this report"
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <Box as="output" aria-busy="true" aria-label="Loading" pb="4">
        <Skeleton height="320px" />
      </Box>
    );
  return <Content preview={data} timeZone={timeZone} />;
};

interface StoredProps {
  config: ReportConfig;
  open: boolean;
  onClose: () => void;
}

/** What the report would send now, as far as the user may see it. */
export const PreviewDialog = ({ config, open, onClose }: StoredProps) => (
  <Dialog open={open} onClose={onClose} title={title} size="lg">
    {open && <StoredContent config={config} />}
  </Dialog>
);

interface DraftProps extends Omit<ContentProps, 'preview'> {
  /** The dialog is open while there is one. */
  preview: ReportPreview | undefined;
  onClose: () => void;
}

/** What the report would send now with what is in its form, as far as the user may see it. */
export const DraftPreviewDialog = ({ preview, onClose, ...rest }: DraftProps) => (
  <Dialog open={preview !== undefined} onClose={onClose} title={title} size="lg">
    {preview && <Content preview={preview} {...rest} />}
  </Dialog>
);
