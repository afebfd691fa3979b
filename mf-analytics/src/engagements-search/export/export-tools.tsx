import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import { fileFailedMessage } from '@readerlens/contract/messages';
import { ExportMenu, ExportProgress, useFileExport } from '@readerlens/filters/list';
import type { ExportChoice, FileExport } from '@readerlens/filters/list';
import type { FilterModel } from '@readerlens/filters/model';
import { chooseFileName } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { Columns3Cog, FileSpreadsheet, FileText, Rows4, Table2 } from 'lucide-react';
import { useState } from 'react';
import type { SearchView } from '../search-address.ts';
import { useExportColumns } from './export-columns-store.ts';
import { ExportColumnsDrawer } from './export-columns.drawer.tsx';
import { chooseName, exportLabels, maxPdfActivities, requestExport } from './search-export.ts';
import type { ExportKind } from './search-export.ts';

interface Props {
  model: FilterModel;
  view: SearchView;
  viewer: Viewer;
  /** Undefined while the results load. */
  total: number | undefined;
  /** Qualified ids. */
  selected: readonly string[];
  /** Of the selected activities, those that are not in view. */
  hidden: number;
  /** Ids of the columns that the list shows, in order. */
  shownColumns: readonly string[];
}

const pollMs = 1000;
const icon = { size: 15, 'aria-hidden': true } as const;
const icons = {
  shown: <Table2 {...icon} />,
  activities: <FileSpreadsheet {...icon} />,
  aggregated: <Rows4 {...icon} />,
  pdf: <FileText {...icon} />,
  csv: <FileText {...icon} />,
};

/** Why the selected activities cannot be exported as PDF. */
const pdfHint = (selected: number): string | undefined => {
  if (selected === 0) return 'Select activities first.';
  return selected > maxPdfActivities ? `At most ${maxPdfActivities} activities.` : undefined;
};

const buildChoices = (selected: number) =>
  (['shown', 'activities', 'aggregated', 'pdf', 'csv'] as const).map((kind): ExportChoice<ExportKind> => ({
    kind,
    label: exportLabels[kind],
    icon: icons[kind],
    hint: kind === 'pdf' ? pdfHint(selected) : undefined,
  }));

const Progress = ({ run, onCancel }: { run: FileExport<ExportKind>; onCancel: () => void }) => {
  const progress = useQuery({
    queryKey: ['engagements', 'export-progress', run.id],
    queryFn: async () =>
      (
        await api(
          'GET /api/analytics/export-progress/{exportId}',
          { params: { exportId: run.id } },
          { background: true },
        )
      ).data,
    // The server reports no progress for PDFs.
    enabled: run.kind !== 'pdf',
    // The server does not know the export at first.
    initialData: { rows: 0, total: 0, waiting: 0 },
    staleTime: Infinity,
    refetchInterval: pollMs,
    retry: false,
    gcTime: 0,
  }).data;
  return <ExportProgress label={`Exporting ${exportLabels[run.kind]}`} {...{ progress, onCancel }} />;
};

/** Export menu of the search, the progress of the running export, and the column setup. */
export const ExportTools = ({ model, view, viewer, total, selected, hidden, shownColumns }: Props) => {
  const [isSetupOpen, setSetupOpen] = useState(false);
  const { available, columns, choose } = useExportColumns();
  const { run, start, cancel } = useFileExport<ExportKind>({ onLeave: 'cancel' });
  const exportAs = (kind: ExportKind) =>
    start({
      kind,
      request: ({ id, signal }) =>
        requestExport(
          kind,
          { model, view, viewer, selected, columns, shownColumns },
          { exportId: id, signal },
        ),
      chooseFileName: (file) => chooseFileName(file, chooseName(kind)),
      saved: (name) => `${name} was saved.`,
      failed: (reason) => fileFailedMessage(exportLabels[kind], reason),
    });
  return (
    <>
      <ExportMenu
        choices={buildChoices(selected.length)}
        more={[
          {
            id: 'setup',
            label: 'Setup Export Columns',
            icon: <Columns3Cog {...icon} />,
            group: true,
            onSelect: () => setSetupOpen(true),
          },
        ]}
        total={total}
        selected={selected.length}
        hidden={hidden}
        busy={run !== undefined}
        onExport={exportAs}
      />
      {run && <Progress run={run} onCancel={cancel} />}
      {isSetupOpen && viewer.userId !== undefined && (
        <ExportColumnsDrawer
          userId={viewer.userId}
          available={available}
          columns={columns}
          onClose={() => setSetupOpen(false)}
          onUpdate={choose}
        />
      )}
    </>
  );
};
