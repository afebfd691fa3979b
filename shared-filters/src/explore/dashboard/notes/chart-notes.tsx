import { useOnDemand } from '@readerlens/ui';
import { ChartNotesSource } from '@readerlens/ui/charts';
import type { ChartNote } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { idleSearch } from '../figure-query.ts';
import type { DashboardSearch } from '../figure-query.ts';
import { notesQuery } from './notes.queries.ts';
import { useSearchClients } from './notes-search.ts';
import type { NotesRequest } from './notes-search.ts';

// On demand: few visits of a dashboard open it, and it brings form controls.
const loadDialog = async () => (await import('./notes.dialog.tsx')).NotesDialog;

interface Props {
  search: DashboardSearch;
  orgId: string | undefined;
  children: ReactNode;
}

/** Gives the charts over time in it the notes on the clients and dates of the search, and the dialog to edit them. */
export const ChartNotes = ({ search, orgId, children }: Props) => {
  const [requested, setRequested] = useState(false);
  const [shown, setShown] = useState<NotesRequest>({});
  const { data, error } = useQuery(notesQuery(requested ? search : idleSearch, orgId));
  const clients = useSearchClients(search);
  const {
    loaded: Dialog,
    open,
    close,
  } = useOnDemand(loadDialog, 'The notes could not be opened. Please try again.');
  const { blinded } = search.viewer;
  const source = useMemo(() => {
    const clientNames = new Map(clients.map(({ id, name }) => [id, name]));
    const show = (next: NotesRequest) => {
      setShown(next);
      void open();
    };
    return {
      notes: (data ?? []).map(({ clientId, ...note }) => ({
        ...note,
        client: clientNames.get(clientId) ?? '',
      })),
      failed: data === undefined && error !== null,
      show: (notes?: readonly ChartNote[]) => show(notes ? { ids: notes.map(({ id }) => id) } : {}),
      add: blinded ? undefined : () => show({ form: 'add' }),
      request: () => setRequested(true),
    };
  }, [data, error, clients, blinded, open]);
  return (
    <ChartNotesSource value={source}>
      {children}
      {Dialog && <Dialog {...{ search, orgId, clients, request: shown }} onClose={close} />}
    </ChartNotesSource>
  );
};
