import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { FilterModel } from '../../../model/index.ts';
import { figureQuery } from '../figure-query.ts';
import type { DashboardSearch } from '../figure-query.ts';

export type Note = CallData<Calls['POST /api/annotations/search']>[number];

const call = 'POST /api/annotations/search';
const used = new Set(['Clients', 'DateRange', 'RelativeDateRange']);

/** The filters that notes depend on: other filters request nothing again. */
const notesModel = ({ filters }: FilterModel): FilterModel => ({
  filters: filters.filter(({ field, $type }) => used.has(field) || used.has($type)),
  indices: [],
});

/** The notes on the clients and dates of a search, also those of an organization if one is given. A refused call concerns the notes only, not the page. */
export const notesQuery = (search: DashboardSearch, orgId?: string): UseQueryOptions<Note[]> => ({
  ...figureQuery(
    call,
    { ...search, model: notesModel(search.model) },
    orgId === undefined ? {} : { body: { orgId } },
  ),
  meta: {},
});

/** Updates the notes of all charts. Resolves when the visible ones are up to date. */
const useRefresh = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['dashboard', call] });
};

export interface NoteForm {
  clientId: string;
  /** The organization that the note is about; undefined if it is about the client as a whole. */
  orgId?: string | undefined;
  /** YYYY-MM-DD. */
  date: string;
  text: string;
}

/** Adds a note, or changes the one with this id. */
export const useSaveNote = (id: string | undefined) => {
  const refresh = useRefresh();
  return async ({ clientId, orgId, date, text }: NoteForm): Promise<Note> => {
    const { data } =
      id === undefined
        ? await api('POST /api/annotations', {
            body: { clientId, date, text, ...(orgId === undefined ? {} : { orgId }) },
          })
        : await api('PATCH /api/annotations/{id}', { params: { id }, body: { date, text } });
    await refresh();
    return data;
  };
};

export const useDeleteNote = (onDeleted: () => void) => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (id: string) => api('DELETE /api/annotations/{id}', { params: { id } }),
    // Somebody else may have deleted it: the list has to be refreshed in any case.
    onSettled: refresh,
    onSuccess: onDeleted,
  });
};
