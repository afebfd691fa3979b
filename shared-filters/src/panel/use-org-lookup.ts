import { api } from '@readerlens/auth';
import { explainFailure } from '@readerlens/ui';
import { useEffect, useRef, useState } from 'react';
import { readerOrgNames, readerOrgProblem } from '../model/index.ts';
import type { Term } from '../model/index.ts';

export interface FoundOrgs {
  readonly lookups: readonly Required<Term>[];
  readonly unmatchedNames: readonly string[];
}

/** Longer names are reported as unmatched without a request, since the call rejects them. */
const maxNameLength = 300;

/** The organizations with these names, and the names of none. */
export const lookUpOrganizations = async (
  names: readonly string[],
  signal?: AbortSignal,
): Promise<FoundOrgs> => {
  const tooLong = names.filter((name) => name.length > maxNameLength);
  const Names = names.filter((name) => name.length <= maxNameLength);
  if (Names.length === 0) return { lookups: [], unmatchedNames: tooLong };
  const call = 'POST /api/program-performance/roi/reader-orgs';
  const { data } = await api(call, { body: { Names } }, signal ? { signal } : {});
  return { lookups: data.lookups, unmatchedNames: [...data.unmatchedNames, ...tooLong] };
};

interface State {
  readonly isSearching: boolean;
  readonly error: string | undefined;
  readonly found: FoundOrgs | undefined;
}
const idle: State = { isSearching: false, error: undefined, found: undefined };

/**
 * Looks up reader orgs by pasted names, one per line. `onFound` is called with the matches, which become the filter,
 * and with `undefined` when the text is cleared. A superseded search has no effect.
 */
export const useOrgLookup = (onFound: (found: readonly Term[] | undefined) => void) => {
  const [text, setText] = useState('');
  const [state, setState] = useState<State>(idle);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const names = readerOrgNames(text);
  const problem = readerOrgProblem(text);
  const type = (next: string) => {
    setText(next);
    if (next.trim() !== '' || text.trim() === '') return;
    running.current?.abort();
    setState(idle);
    onFound(undefined);
  };
  const search = async () => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState((before) => ({ ...before, isSearching: true, error: undefined }));
    try {
      const found = await lookUpOrganizations(names, abort.signal);
      if (abort.signal.aborted) return;
      setState({ isSearching: false, error: undefined, found });
      onFound(found.lookups);
    } catch (error) {
      if (!abort.signal.aborted) setState({ ...idle, error: explainFailure(error) });
    }
  };
  return { ...state, text, type, search, problem, canSearch: names.length > 0 && problem === undefined };
};
