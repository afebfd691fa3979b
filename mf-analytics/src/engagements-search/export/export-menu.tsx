import { Box, Button, Menu, Span, Spinner } from '@readerlens/ui';
import type { MenuEntry } from '@readerlens/ui';
import { ChevronDown, Columns3Cog, Download, FileSpreadsheet, FileText, Rows4 } from 'lucide-react';
import type { ReactNode } from 'react';
import { exportLabels, maxPdfActivities } from './export-kinds.ts';
import type { ExportKind } from './export-kinds.ts';

interface Props {
  total: number;
  selected: number;
  /** A file is being made: there is one at a time. */
  busy: boolean;
  onExport: (kind: ExportKind) => void;
  onSetup: () => void;
}

const counted = (count: number) => count.toLocaleString('en-US');
const icon = { size: 15, 'aria-hidden': true } as const;

/** Why no PDF can be made of what is chosen. */
const pdfHint = (selected: number): string | undefined => {
  if (selected === 0) return 'Select activities first.';
  return selected > maxPdfActivities ? `At most ${maxPdfActivities} activities.` : undefined;
};

const Hinted = ({ children, hint }: { children: string; hint: string | undefined }) => (
  <>
    {children}
    {hint && (
      <Span display="block" textStyle="caption" color="textMuted">
        {hint}
      </Span>
    )}
  </>
);

const entriesOf = ({ total, selected, busy, onExport, onSetup }: Props): MenuEntry[] => {
  const entry = (kind: ExportKind, picture: ReactNode, hint?: string): MenuEntry => ({
    id: kind,
    label: <Hinted hint={total > 0 ? hint : undefined}>{exportLabels[kind]}</Hinted>,
    icon: picture,
    disabled: busy || total === 0 || hint !== undefined,
    onSelect: () => onExport(kind),
  });
  return [
    entry('activities', <FileSpreadsheet {...icon} />),
    entry('aggregated', <Rows4 {...icon} />),
    entry('pdf', <FileText {...icon} />, pdfHint(selected)),
    entry('csv', <FileText {...icon} />),
    {
      id: 'setup',
      label: 'Setup Export Columns',
      icon: <Columns3Cog {...icon} />,
      group: true,
      onSelect: onSetup,
    },
  ];
};

const scopeText = ({ total, selected, busy }: Props): string => {
  if (busy) return 'A file is being made.';
  if (total === 0) return 'There are no results to export.';
  return selected > 0 ? `${counted(selected)} selected` : `All ${counted(total)} results`;
};

/**
 * The files that can be had of the results, or of the selected ones. While one is being made, the button stays: the
 * focus comes back to it from the menu.
 */
export const ExportMenu = (props: Props) => (
  <Menu
    entries={entriesOf(props)}
    header={
      <Box px="2.5" pt="1.5" pb="1" textStyle="overline" color="textMuted">
        {scopeText(props)}
      </Box>
    }
    trigger={
      <Button
        aria-busy={props.busy || undefined}
        icon={props.busy ? <Spinner size={14} label="" /> : <Download {...icon} />}
      >
        Download
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
    }
  />
);
