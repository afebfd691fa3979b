import { unexpectedMessage } from '@readerlens/contract/messages';
import { useEffect, useMemo, useState } from 'react';
import { anyContains, foldQuery } from '@readerlens/contract/text';

export interface MultiSelectOption {
  id: string;
  name: string;
  /** Beside the name, muted. */
  note?: string;
  disabled?: boolean;
}

export type LoadOptions<T> = (query: string, signal: AbortSignal) => Promise<readonly T[]>;

export type OptionsState<T> =
  | { status: 'loading' }
  | { status: 'ready'; options: readonly T[] }
  | { status: 'error'; message: string; retry: () => void };

const debounceMs = 250;

interface Source<T> {
  options: readonly T[] | undefined;
  loadOptions: LoadOptions<T> | undefined;
  query: string;
  open: boolean;
}

/** Fetches options while open: immediately on opening, 250 ms after typing. The latest request wins. */
const useLoaded = <T>({ loadOptions, query, open }: Source<T>): OptionsState<T> => {
  const [state, setState] = useState<OptionsState<T>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!open || !loadOptions) return;
    const abort = new AbortController();
    setState({ status: 'loading' });
    const ask = async () => {
      try {
        const options = await loadOptions(query, abort.signal);
        if (!abort.signal.aborted) setState({ status: 'ready', options });
      } catch (error) {
        const retry = () => setAttempt((n) => n + 1);
        if (abort.signal.aborted) return;
        const message = error instanceof Error ? error.message : unexpectedMessage;
        setState({ status: 'error', message, retry });
      }
    };
    const timer = setTimeout(() => void ask(), query === '' ? 0 : debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // A new `loadOptions` function must not fetch again; a new query and opening do.
    // eslint-disable-next-line react/exhaustive-deps
  }, [query, open, attempt]);
  return state;
};

/** The options that match the query: filtered from `options`, or fetched. */
export const useOptions = <T extends MultiSelectOption>(source: Source<T>): OptionsState<T> => {
  const { options, query } = source;
  const loaded = useLoaded(source);
  const matching = useMemo(() => {
    return foldQuery(query) === '' ? options : options?.filter(({ name }) => anyContains([name], query));
  }, [options, query]);
  return matching ? { status: 'ready', options: matching } : loaded;
};
