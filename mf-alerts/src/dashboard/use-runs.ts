import { useViewer } from '@readerlens/auth/react';
import { useListPage, useListView, useSelectedRows, useSelection } from '@readerlens/filters/list';
import { useQuery } from '@tanstack/react-query';
import { runTitle } from './run-file.ts';
import { runsAddress } from './runs-address.ts';
import { runsQuery } from './runs.queries.ts';
import type { Run } from './runs.queries.ts';

export const readRunId = ({ id }: Run): string => id;

/** The view in the URL, the page of runs that it shows, and the selected runs. */
export const useRuns = () => {
  const { view, show } = useListView(runsAddress);
  const viewer = useViewer();
  const query = useQuery(runsQuery(view, viewer));
  const list = useListPage<Run>(query, { ...view, show });
  const { unread, quiet, alert } = view;
  const selection = useSelection({
    key: JSON.stringify([viewer, unread, quiet, alert]),
    matching: view.query,
    readRowId: readRunId,
    formatRowTitle: runTitle,
  });
  const selected = useSelectedRows(selection, view);
  return {
    view,
    show,
    list: { ...list, rows: selected.shown ?? list.rows, isLoading: list.isLoading && !selected.shown },
    unread: query.data?.unread,
    selection,
    selected,
  };
};

export type Runs = ReturnType<typeof useRuns>;
