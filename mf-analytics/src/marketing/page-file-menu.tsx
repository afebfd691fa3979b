import { api } from '@readerlens/auth';
import { pageFileFormats } from '@readerlens/contract/marketing';
import type { PageFileFormat } from '@readerlens/contract/marketing';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { useFileExport } from '@readerlens/filters/list';
import { toRequest } from '@readerlens/filters/model';
import { Button, Menu, Spinner, useIsNarrow, usePageParts } from '@readerlens/ui';
import { ChevronDown, Download, FileSpreadsheet, FileText, Table2 } from 'lucide-react';

const formats = {
  xlsx: { label: 'Excel (.xlsx)', icon: <FileSpreadsheet size={15} aria-hidden="true" /> },
  csv: { label: 'CSV', icon: <Table2 size={15} aria-hidden="true" /> },
  pdf: { label: 'PDF', icon: <FileText size={15} aria-hidden="true" /> },
} as const satisfies Record<PageFileFormat, object>;

interface Props {
  title: string;
  search: DashboardSearch;
  /** What holds for the whole page, such as the period that it is compared with. */
  notes?: readonly string[];
}

/** Downloads what the page shows, with all rows of its lists. */
export const PageFileMenu = ({ title, search, notes = [] }: Props) => {
  const narrow = useIsNarrow();
  const readParts = usePageParts();
  const { run, start } = useFileExport<PageFileFormat>({ onLeave: 'cancel' });
  const isBusy = run !== undefined;
  const download = (format: PageFileFormat) =>
    start({
      kind: format,
      request: async ({ signal }) => {
        const { missing, ...shown } = await readParts();
        if (missing.length > 0) throw new Error(`this is not loaded: ${missing.join(', ')}`);
        const body = { format, title, ...toRequest(search.model), notes: [...notes], ...shown };
        return (await api('POST /api/marketing-performance/page-file', { body }, { signal })).data;
      },
      chooseFileName: () => `${title}.${format}`,
      failed: (reason) => `The file was not made: ${reason}`,
    });
  return (
    <Menu
      entries={pageFileFormats.map((format) => ({
        id: format,
        ...formats[format],
        disabled: isBusy,
        onSelect: () => download(format),
      }))}
      trigger={
        <Button
          shape={narrow ? 'stacked' : 'text'}
          aria-busy={isBusy || undefined}
          icon={isBusy ? <Spinner size={14} label="" /> : <Download size={15} aria-hidden="true" />}
        >
          Download
          {!narrow && <ChevronDown size={14} aria-hidden="true" />}
        </Button>
      }
    />
  );
};
