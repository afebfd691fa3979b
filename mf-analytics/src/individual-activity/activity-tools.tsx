import { useAccess } from '@readerlens/auth/react';
import { Button, Flex, Spinner, useIsNarrow } from '@readerlens/ui';
import type { ButtonProps } from '@readerlens/ui';
import { FileSpreadsheet, FileText, ListFilter, Printer, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useReportFile } from './use-report-files.ts';
import type { ReportFormat } from './use-report-files.ts';

const formats: readonly { format: ReportFormat; label: string; short: string; icon: ReactNode }[] = [
  { format: 'pdf', label: 'Download PDF', short: 'PDF', icon: <FileText size={16} aria-hidden="true" /> },
  {
    format: 'xlsx',
    label: 'Download Excel',
    short: 'Excel',
    icon: <FileSpreadsheet size={16} aria-hidden="true" />,
  },
];

interface ToolProps extends ButtonProps {
  label: string;
  /** The visible name on a phone; part of the label. */
  short: string;
}

/** A command with its name: beside the icon, on a phone below it. */
const Tool = ({ label, short, ...rest }: ToolProps) => {
  const narrow = useIsNarrow();
  return (
    <Button shape={narrow ? 'stacked' : 'text'} aria-label={label} {...rest}>
      {narrow ? short : label}
    </Button>
  );
};

const Downloads = ({ id, blinded }: { id: string; blinded: boolean }) => {
  const { save, running } = useReportFile();
  return formats.map(({ format, label, short, icon }) => {
    const isRunning = running === format;
    return (
      <Tool
        key={format}
        {...{ label, short }}
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
        <Tool
          label="Report Parameters"
          short="Parameters"
          icon={<ListFilter size={16} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={onParameters}
        />
      )}
      {id !== undefined && (
        <>
          <Downloads id={id} blinded={blinded} />
          <Tool
            label="Print"
            short="Print"
            icon={<Printer size={16} aria-hidden="true" />}
            onClick={() => window.print()}
          />
          {mayShare && (
            <Tool
              label="Share by email"
              short="Share"
              aria-haspopup="dialog"
              icon={sharing ? <Spinner size={15} label="" /> : <Share2 size={16} aria-hidden="true" />}
              aria-busy={sharing || undefined}
              onClick={onShare}
            />
          )}
        </>
      )}
    </Flex>
  );
};
