import { useEffect, useReducer, useRef } from 'react';

export interface UploadContext {
  /** Share of the file that has arrived, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Aborted when the upload is paused or canceled, or its field leaves the page. */
  readonly signal: AbortSignal;
}

/** Sends one file; rejects with an Error whose message can be shown. */
export type Upload<Result> = (file: File, context: UploadContext) => Promise<Result>;

export interface UploadItem {
  readonly id: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'paused' | 'failed';
  /** 0 to 1. */
  readonly progress: number;
  readonly error?: string;
}

type Action =
  | { readonly type: 'add'; readonly items: readonly UploadItem[] }
  | { readonly type: 'change'; readonly id: number; readonly change: Partial<UploadItem> }
  | { readonly type: 'remove'; readonly id: number };

const reduce = (items: readonly UploadItem[], action: Action): readonly UploadItem[] => {
  if (action.type === 'add') return [...items, ...action.items];
  if (action.type === 'remove') return items.filter(({ id }) => id !== action.id);
  return items.map((item) => (item.id === action.id ? { ...item, ...action.change } : item));
};

/** A browser opens six connections to a server; the rest of the page needs some of them. */
const atOnce = 2;

let lastId = 0;

const newItem = (file: File): UploadItem => {
  lastId += 1;
  return { id: lastId, file, state: 'waiting', progress: 0 };
};

/** The uploads of a field that are not finished, two at a time. A finished one is handed to `onUploaded` and leaves. */
export const useUploads = <Result>(
  upload: Upload<Result>,
  onUploaded: (result: Result, file: File) => void,
) => {
  const [items, dispatch] = useReducer(reduce, []);
  const running = useRef(new Map<number, AbortController>());
  // An upload outlives many renders; what it calls at its end is of the last one.
  const latestOnUploaded = useRef(onUploaded);
  useEffect(() => {
    latestOnUploaded.current = onUploaded;
  }, [onUploaded]);

  const send = async ({ id, file }: UploadItem) => {
    const abort = new AbortController();
    running.current.set(id, abort);
    dispatch({ type: 'change', id, change: { state: 'sending' } });
    const onProgress = (progress: number) => {
      if (!abort.signal.aborted) dispatch({ type: 'change', id, change: { progress } });
    };
    try {
      const result = await upload(file, { onProgress, signal: abort.signal });
      if (abort.signal.aborted) return;
      dispatch({ type: 'remove', id });
      latestOnUploaded.current(result, file);
    } catch (error) {
      if (abort.signal.aborted) return;
      const message = error instanceof Error ? error.message : 'The upload failed.';
      dispatch({ type: 'change', id, change: { state: 'failed', progress: 0, error: message } });
    } finally {
      // It may have been paused and resumed meanwhile.
      if (running.current.get(id) === abort) running.current.delete(id);
    }
  };

  const stop = (id: number) => {
    running.current.get(id)?.abort();
    running.current.delete(id);
  };

  useEffect(() => {
    const free = atOnce - running.current.size;
    const waiting = items.filter(({ id, state }) => state === 'waiting' && !running.current.has(id));
    for (const item of waiting.slice(0, Math.max(0, free))) void send(item);
  });

  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const abort of uploads.values()) abort.abort();
      uploads.clear();
    };
  }, []);

  return {
    items,
    add: (files: readonly File[]) => dispatch({ type: 'add', items: files.map(newItem) }),
    /** Sends it again, after a pause or a failure. */
    resume: (id: number) => dispatch({ type: 'change', id, change: { state: 'waiting' } }),
    pause: (id: number) => {
      stop(id);
      dispatch({ type: 'change', id, change: { state: 'paused' } });
    },
    remove: (id: number) => {
      stop(id);
      dispatch({ type: 'remove', id });
    },
  };
};
