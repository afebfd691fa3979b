import { api } from '@readerlens/auth';
import { marketingPages, pageMailsParameter } from '@readerlens/contract/marketing-pages';
import type { MarketingPageName, PageChoice } from '@readerlens/contract/marketing-pages';
import { pageFileFormats } from '@readerlens/contract/marketing';
import type { PageFileFormat } from '@readerlens/contract/marketing';
import { useUrlChoice } from '@readerlens/filters';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { DownloadMenu, useFileExport } from '@readerlens/filters/list';
import { toRequest } from '@readerlens/filters/model';
import { usePageParts } from '@readerlens/ui';
import { FileSpreadsheet, FileText, Mail, Table2 } from 'lucide-react';
import { PageMailDialog } from './page-mails/page-mail.dialog.tsx';

const formats = {
  xlsx: { label: 'Excel (.xlsx)', icon: <FileSpreadsheet size={15} aria-hidden="true" /> },
  csv: { label: 'CSV', icon: <Table2 size={15} aria-hidden="true" /> },
  pdf: { label: 'PDF', icon: <FileText size={15} aria-hidden="true" /> },
} as const satisfies Record<PageFileFormat, object>;

interface Props {
  page: MarketingPageName;
  search: DashboardSearch;
  /** What holds for the whole page, such as the period that it is compared with. */
  notes?: readonly string[];
  /** What is chosen on the page besides filters. */
  choice: PageChoice;
}

/**
 * Downloads what the page shows, with all rows of its lists, and opens the scheduled emails of pages. Whether these are open is
 * in the address, to which the emails lead.
 */
export const PageFileMenu = ({ page, search, notes = [], choice }: Props) => {
  const { title } = marketingPages[page];
  const [mails, showMails] = useUrlChoice(pageMailsParameter.name, ['closed', pageMailsParameter.value]);
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
  const files = pageFileFormats.map((format) => ({
    id: format,
    ...formats[format],
    disabled: isBusy,
    onSelect: () => download(format),
  }));
  const schedule = {
    id: 'mails',
    label: 'Email on a schedule',
    icon: <Mail size={15} aria-hidden="true" />,
    onSelect: () => showMails(pageMailsParameter.value),
  };
  return (
    <>
      <DownloadMenu entries={[...files, schedule]} busy={isBusy} />
      {mails === pageMailsParameter.value && (
        <PageMailDialog {...{ page, choice }} model={search.model} onClose={() => showMails('closed')} />
      )}
    </>
  );
};
