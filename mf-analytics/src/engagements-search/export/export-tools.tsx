import type { FilterModel } from '@readerlens/filters/model';
import { useState } from 'react';
import type { SearchView } from '../search-address.ts';
import type { Viewer } from '../search.queries.ts';
import { ExportColumnsDrawer } from './export-columns.drawer.tsx';
import { useExportColumns } from './export-columns-store.ts';
import { ExportMenu } from './export-menu.tsx';
import { ExportProgress } from './export-progress.tsx';
import { useExport } from './use-export.ts';

interface Props {
  model: FilterModel;
  view: SearchView;
  viewer: Viewer;
  total: number;
  selected: ReadonlySet<string>;
}

/** The downloads of the page: what can be had, what is on its way, and which columns it has. */
export const ExportTools = ({ model, view, viewer, total, selected }: Props) => {
  const [isSettingUp, setUp] = useState(false);
  const [columns, choose] = useExportColumns(viewer.userId);
  const { run, start, cancel } = useExport();
  return (
    <>
      <ExportMenu
        total={total}
        selected={selected.size}
        busy={run !== undefined}
        onExport={(kind) => start(kind, { model, view, viewer, selected, columns })}
        onSetup={() => setUp(true)}
      />
      {run && <ExportProgress run={run} onCancel={cancel} />}
      {isSettingUp && viewer.userId !== undefined && (
        <ExportColumnsDrawer
          userId={viewer.userId}
          columns={columns}
          onClose={() => setUp(false)}
          onUpdate={choose}
        />
      )}
    </>
  );
};
