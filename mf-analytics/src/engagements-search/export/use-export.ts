import { exportName } from '@readerlens/contract/engagements';
import { fileNameOf, saveFile, toast } from '@readerlens/ui';
import { useEffect, useRef, useState } from 'react';
import { endingOf, exportLabels } from './export-kinds.ts';
import type { ExportKind, ExportScope } from './export-kinds.ts';
import { requestExport } from './request-export.ts';

/** An export that is under way. */
export interface ExportRun {
  kind: ExportKind;
  /** To ask for its progress. */
  id: string;
}

/** A version 4 UUID; crypto.randomUUID is there on https only. */
const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const said = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Saves exports, one at a time. It is given up when the page is left. */
export const useExport = () => {
  const [run, setRun] = useState<ExportRun>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const save = async (kind: ExportKind, scope: ExportScope) => {
    const { signal } = (controller.current = new AbortController());
    const id = newId();
    setRun({ kind, id });
    try {
      const file = await requestExport(kind, scope, { exportId: id, signal });
      const name = fileNameOf(file, exportName(new Date()) + endingOf(kind));
      saveFile(file, name);
      toast.success(`${name} was saved.`);
    } catch (error) {
      if (!signal.aborted) toast.error(`${exportLabels[kind]} could not be made. ${said(error)}`);
    }
    controller.current = undefined;
    setRun(undefined);
  };
  // A second click may come before the page shows that the first is on its way.
  const start = (kind: ExportKind, scope: ExportScope) => {
    if (!controller.current) void save(kind, scope);
  };
  return {
    run,
    start,
    cancel: () => controller.current?.abort(),
  };
};
