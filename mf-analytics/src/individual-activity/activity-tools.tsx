import { useAccess } from '@readerlens/auth/react';
import { Button, Flex, IconButton, Spinner } from '@readerlens/ui';
import { FileSpreadsheet, FileText, ListFilter, Printer, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useReportFile } from './use-report-files.ts';
import type { ReportFormat } from './use-report-files.ts';

const formats: readonly { format: ReportFormat; label: string; icon: ReactNode }[] = [
  { format: 'pdf', label: 'Download PDF', icon: <FileText size={17} aria-hidden="true" /> },
  { format: 'xlsx', label: 'Download Excel', icon: <FileSpreadsheet size={17} aria-hidden="true" /> },
];

const Downloads = ({ id, blinded }: { id: string; blinded: boolean }) => {
  const { save, running } = useReportFile();
  return formats.map(({ format, label, icon }) => {
    const isRunning = running === format;
    return (
      <IconButton
        key={format}
        variant="secondary"
        label={label}
        icon={isRunning ? <Spinner size={15} label={`${label}: in progress`} /> : icon}
        aria-busy={isRunning || undefined}
        // Not `disabled`: that would move the focus away from the clicked button.
        aria-disabled={running !== undefined}
        onClick={() => save({ format, id, blinded })}
      />
    );
  });
};

interface Props {
  /** The activity's qualified id; undefined until it has loaded. */
  id: string | undefined;
  blinded: boolean;
  /** Only for an activity opened from a report. */
  onParameters: (() => void) | undefined;
  /** The share dialog is loading. */
  sharing: boolean;
  onShare: () => void;
}

/** Download, print and share buttons of the sheet. */
export const ActivityTools = ({ id, blinded, onParameters, sharing, onShare }: Props) => {
  const mayShare = useAccess({ role: 'Internal' });
  return (
    <Flex gap="2" wrap="wrap" role="group" aria-label="Report">
      {onParameters && (
        <Button
          icon={<ListFilter size={15} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={onParameters}
        >
          Report Parameters
        </Button>
      )}
      {id !== undefined && (
        <>
          <Downloads id={id} blinded={blinded} />
          <IconButton
            variant="secondary"
            label="Print"
            icon={<Printer size={17} aria-hidden="true" />}
            onClick={() => window.print()}
          />
          {mayShare && (
            <IconButton
              variant="secondary"
              label="Share by email"
              aria-haspopup="dialog"
              icon={sharing ? <Spinner size={15} label="" /> : <Share2 size={17} aria-hidden="true" />}
              aria-busy={sharing || undefined}
              onClick={onShare}
            />
          )}
        </>
      )}
    </Flex>
  );
};
