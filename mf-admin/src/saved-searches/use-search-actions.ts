import { ApiError, api } from '@readerlens/auth';
import { defaultSearchMessage } from '@readerlens/contract/searches/messages';
import { confirm, toast, useOneAtATime } from '@readerlens/ui';
import type { ConfirmOptions } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useState } from 'react';
import { personName } from '../person/person.ts';
import { settingsToast } from '../person/settings-toast.ts';
import type { TabProps } from '../person/tab-props.ts';
import { refreshSearches } from './searches.queries.ts';
import type { SavedSearchRow } from './searches.queries.ts';

interface Action {
  readonly question: Pick<ConfirmOptions, 'title' | 'confirmLabel' | 'danger'>;
  readonly failed: string;
  readonly run: () => Promise<{ message: string }>;
}

/** A business refusal has its own words; any other failure has those of the action. */
const describeFailure = (error: unknown, failed: string): string =>
  error instanceof ApiError && error.status === 409 ? error.message : failed;

/** Deletes searches and chooses the default one: after a question, one at a time. */
export const useSearchActions = ({ account, isOwn }: TabProps) => {
  const queryClient = useQueryClient();
  const { begin, done } = useOneAtATime();
  const [busy, setBusy] = useState<string>();
  const userId = account.id;

  const ask = ({ id, name }: SavedSearchRow, { question, failed, run }: Action) =>
    begin(() => {
      const start = async () => {
        if (await confirm({ message: name, ...question })) {
          setBusy(id);
          try {
            toast.success((await run()).message, settingsToast);
          } catch (error) {
            toast.error(describeFailure(error, failed), settingsToast);
          }
          // Also after a failure: someone else may have changed the searches.
          await refreshSearches(queryClient, userId);
          setBusy(undefined);
        }
        done();
      };
      void start();
    });

  return {
    busy,
    makeDefault: (search: SavedSearchRow) =>
      ask(search, {
        question: {
          title: 'Are you sure you want to set this search as the default search?',
          confirmLabel: 'Set as default',
        },
        failed: 'There was an error setting the default search.',
        run: () =>
          api('POST /api/saved-searches/set-default/{userId}/{id}', { params: { userId, id: search.id } }),
      }),
    removeDefault: (search: SavedSearchRow) =>
      ask(search, {
        question: {
          title:
            'Are you sure you want to remove the default search? Results will revert to the base filters.',
          confirmLabel: 'Remove default',
        },
        failed: 'There was an error setting the default search.',
        run: () =>
          api('POST /api/saved-searches/remove-default/{userId}/{id}', { params: { userId, id: search.id } }),
      }),
    remove: (search: SavedSearchRow) => {
      if (search.isDefault) {
        toast.error(defaultSearchMessage, settingsToast);
        return;
      }
      const whose = isOwn ? '' : ` for ${personName(account)}`;
      ask(search, {
        question: {
          title: `Are you sure you want to permanently delete the saved search${whose}?`,
          confirmLabel: 'Delete',
          danger: true,
        },
        failed: 'There was an error deleting the search.',
        run: () => api('DELETE /api/saved-searches/{userId}/{id}', { params: { userId, id: search.id } }),
      });
    },
  };
};

export type SearchActions = ReturnType<typeof useSearchActions>;

/** Provides the actions of the list to its rows; undefined where nothing can be changed. */
export const SearchActionsContext = createContext<SearchActions | undefined>(undefined);
