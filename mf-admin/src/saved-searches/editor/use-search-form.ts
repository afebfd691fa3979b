import { ApiError, api } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { showDroppedFilters } from '@readerlens/filters/panel';
import { toast, useFocusOnProblem, useLeaveGuard, useOneAtATime } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leaveQuestion } from '../../account-form/use-account-form.ts';
import { settingsToast } from '../../person/settings-toast.ts';
import { refreshSearches } from '../searches.queries.ts';
import type { SavedSearchRow } from '../searches.queries.ts';
import { changesOf, hasForeignClients, problemsOf, valuesOf } from './search-values.ts';
import type { SearchValues } from './search-values.ts';

export interface SearchFormOptions {
  owner: SessionUserData;
  catalogue: FieldCatalogue;
  /** Undefined for a new search. */
  search: SavedSearchRow | undefined;
  /** What Reset restores, and a new search starts with. */
  defaults: FilterModel;
  onSaved: (search: SavedSearchRow) => void;
}

interface Refusal {
  readonly message: string;
  /** The refused name, if the name is the problem. */
  readonly name: string | undefined;
}

const refusalOf = (error: unknown, { name }: SearchValues): Refusal => ({
  message: error instanceof Error ? error.message : String(error),
  name:
    error instanceof ApiError && error.details.some(({ path }) => /\bname$/.test(path)) ? name : undefined,
});

const send = async (
  values: SearchValues,
  stored: SearchValues,
  { owner, search }: SearchFormOptions,
): Promise<CallData<Calls['POST /api/saved-searches']>> => {
  const userId = owner.id;
  if (search) {
    const body = { userId, ...changesOf(stored, values) };
    return (await api('PATCH /api/saved-searches/{id}', { params: { id: search.id }, body })).data;
  }
  const { name, description, model } = values;
  const body = { userId, name, description, filters: [...model.filters], indices: [...model.indices] };
  return (await api('POST /api/saved-searches', { body })).data;
};

/** The form of a saved search. Checks run on submit; what the server refuses is shown, and nothing is lost. */
export const useSearchForm = (options: SearchFormOptions) => {
  const { owner, catalogue, search, defaults, onSaved } = options;
  const queryClient = useQueryClient();
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [stored, setStored] = useState<SearchValues>(() =>
    search ? valuesOf(search, catalogue) : { name: '', description: '', model: defaults },
  );
  const [values, setValues] = useState(stored);
  const [attempts, setAttempts] = useState(0);
  const [refusal, setRefusal] = useState<Refusal>();
  const [saving, setSaving] = useState(false);
  const { begin, done } = useOneAtATime();
  const problems = problemsOf(values, owner, catalogue);
  const isDirty = Object.keys(changesOf(stored, values)).length > 0;
  useLeaveGuard(isDirty ? leaveQuestion : undefined);
  useFocusOnProblem(form, attempts, attempts > 0 && !saving && (!problems.isValid || refusal !== undefined));

  const run = async () => {
    setSaving(true);
    setRefusal(undefined);
    try {
      const saved = await send(values, stored, options);
      const next = valuesOf(saved, catalogue);
      setStored(next);
      // Keep what was typed while saving.
      setValues((current) => (current === values ? next : current));
      toast.success('Search Saved', settingsToast);
      showDroppedFilters(saved.dropped);
      await refreshSearches(queryClient, owner.id);
      onSaved(saved);
    } catch (error) {
      toast.error('Error saving Search', settingsToast);
      setRefusal(refusalOf(error, values));
      done();
    }
    if (search) done();
    setSaving(false);
    setAttempts((count) => count + 1);
  };
  const checked = attempts > 0;
  const isNameRefused = refusal?.name !== undefined && refusal.name === values.name;
  return {
    setForm,
    values,
    saving,
    /** The cards show their problems. */
    checked: checked || hasForeignClients(values.model, owner),
    nameProblem: (checked ? problems.name : undefined) ?? (isNameRefused ? refusal.message : undefined),
    filtersProblem: checked ? problems.filters : undefined,
    /** What the server said about the search. */
    failure: refusal?.message,
    change: (change: Partial<SearchValues>) => setValues((current) => ({ ...current, ...change })),
    resetFilters: () => setValues((current) => ({ ...current, model: defaults })),
    submit: () => {
      if (problems.isValid) begin(() => void run());
      else setAttempts((count) => count + 1);
    },
  };
};
