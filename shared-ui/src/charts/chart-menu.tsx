import {
  EllipsisVertical,
  FileImage,
  FileType,
  Grid3x3,
  MessageSquarePlus,
  Palette,
  Pencil,
  Table2,
  TextQuote,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, Menu } from '../components/index.ts';
import type { MenuEntry } from '../components/index.ts';
import type { ChartFileKind } from './export/chart-file.ts';

/** Optional parts of a chart besides its drawing. */
export interface ChartExtras {
  summary: boolean;
  table: boolean;
  patterns: boolean;
}

interface Props {
  title: string;
  /** There is a drawing to download or change. */
  ready: boolean;
  extras: ChartExtras;
  onDownload: (kind: ChartFileKind) => void;
  onColors: () => void;
  onRename: () => void;
  onExtra: (name: keyof ChartExtras) => void;
  /** Adds a note to a chart over time. */
  onNote: (() => void) | undefined;
}

const iconProps = { size: 15, 'aria-hidden': true } as const;

/** The menu of one chart. */
export const ChartMenu = ({
  title,
  ready,
  extras,
  onDownload,
  onColors,
  onRename,
  onExtra,
  onNote,
}: Props) => {
  const disabled = !ready;
  const extra = (name: keyof ChartExtras, label: string, icon: ReactNode): MenuEntry => ({
    id: name,
    label,
    icon,
    disabled,
    checked: extras[name],
    onSelect: () => onExtra(name),
  });
  const entries: MenuEntry[] = [
    {
      id: 'svg',
      label: 'Download as SVG',
      icon: <FileType {...iconProps} />,
      disabled,
      onSelect: () => onDownload('svg'),
    },
    {
      id: 'png',
      label: 'Download as PNG',
      icon: <FileImage {...iconProps} />,
      disabled,
      onSelect: () => onDownload('png'),
    },
    {
      id: 'colors',
      label: 'Configure Chart Colors',
      icon: <Palette {...iconProps} />,
      disabled,
      onSelect: onColors,
    },
    { id: 'rename', label: 'Rename Chart', icon: <Pencil {...iconProps} />, onSelect: onRename },
    ...(onNote
      ? [
          {
            id: 'note',
            label: 'Add a note',
            icon: <MessageSquarePlus {...iconProps} />,
            onSelect: onNote,
          },
        ]
      : []),
    { ...extra('summary', 'Show summary', <TextQuote {...iconProps} />), group: true },
    extra('table', 'Show data table', <Table2 {...iconProps} />),
    extra('patterns', 'Use patterns', <Grid3x3 {...iconProps} />),
  ];
  return (
    <Menu
      entries={entries}
      trigger={
        <IconButton
          size="sm"
          data-tour="chart-menu"
          label={`Chart menu: ${title}`}
          icon={<EllipsisVertical size={16} />}
        />
      }
    />
  );
};
