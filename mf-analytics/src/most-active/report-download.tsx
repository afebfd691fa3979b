import { fileFailedMessage } from '@readerlens/contract/messages';
import { DownloadMenu, knownOption, useFileExport } from '@readerlens/filters/list';
import { chooseFileName } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { FileSpreadsheet, Table2 } from 'lucide-react';

interface Props<Row, Column extends string> {
  /** The files' names, if the server names none. */
  names: { shown: string; specified: string };
  /** There is nothing to download. */
  disabled: boolean;
  /** The columns that the list shows, and those that a file can have. */
  columns: readonly TableColumn<Row>[];
  fileColumns: readonly Column[];
  /** Without columns, the specified file. */
  request: (shownColumns: Column[] | undefined, signal: AbortSignal) => Promise<Blob>;
}

const icon = { size: 15, 'aria-hidden': true } as const;

/** Downloads all rows of a ranking in the shown order, as shown or with the specified columns. */
export const ReportDownload = <Row, Column extends string>(props: Props<Row, Column>) => {
  const { names, disabled, columns, fileColumns, request } = props;
  const { run, start } = useFileExport<keyof typeof names>({ onLeave: 'cancel' });
  const download = (kind: keyof typeof names) =>
    start({
      kind,
      request: ({ signal }) =>
        request(
          kind === 'shown' ? columns.flatMap(({ id }) => knownOption(fileColumns, id) ?? []) : undefined,
          signal,
        ),
      chooseFileName: (file) => chooseFileName(file, names[kind]),
      saved: (saved) => `${saved} was saved.`,
      failed: (reason) => fileFailedMessage(names[kind], reason),
    });
  const isOff = disabled || run !== undefined;
  return (
    <DownloadMenu
      busy={run !== undefined}
      disabled={disabled}
      entries={[
        {
          id: 'shown',
          label: 'As shown (xlsx)',
          icon: <Table2 {...icon} />,
          disabled: isOff,
          onSelect: () => download('shown'),
        },
        {
          id: 'specified',
          label: names.specified.replace(/\.xlsx$/, ' (xlsx)'),
          icon: <FileSpreadsheet {...icon} />,
          disabled: isOff,
          onSelect: () => download('specified'),
        },
      ]}
    />
  );
};
