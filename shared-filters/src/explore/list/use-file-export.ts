import { saveFile, toast } from '@readerlens/ui';
import { useEffect, useRef, useState } from 'react';

/** An export in progress. */
export interface FileExport<Kind extends string = string> {
  kind: Kind;
  /** UUID to ask for its progress. */
  id: string;
}

export interface FileRequest<Kind extends string = string> {
  kind: Kind;
  /** Rejects with the signal's reason when canceled. */
  request: (run: { id: string; signal: AbortSignal }) => Promise<Blob>;
  nameOf: (file: Blob) => string;
  /** Message for a saved file; none by default. */
  saved?: (name: string) => string;
  failed: (reason: string) => string;
}

/** A version 4 UUID; crypto.randomUUID exists on https only. */
const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Saves files that the server makes, one at a time. `onLeave` says whether leaving the page cancels the current one. */
export const useFileExport = <Kind extends string>({ onLeave }: { onLeave: 'cancel' | 'finish' }) => {
  const [run, setRun] = useState<FileExport<Kind>>();
  const controller = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      if (onLeave === 'cancel') controller.current?.abort();
    },
    [onLeave],
  );

  const save = async ({ kind, request, nameOf, saved, failed }: FileRequest<Kind>) => {
    const { signal } = (controller.current = new AbortController());
    const id = newId();
    setRun({ kind, id });
    try {
      const file = await request({ id, signal });
      const name = nameOf(file);
      saveFile(file, name);
      if (saved) toast.success(saved(name));
    } catch (error) {
      if (!signal.aborted) toast.error(failed(error instanceof Error ? error.message : ''));
    }
    controller.current = undefined;
    setRun(undefined);
  };
  return {
    run,
    // A second click may come before the page shows the first export.
    start: (request: FileRequest<Kind>) => {
      if (!controller.current) void save(request);
    },
    cancel: () => controller.current?.abort(),
  };
};
