import type { ShownFigure, ShownTable } from '@readerlens/contract/marketing-figures';
import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';

/** What a part of a page shows now; undefined for nothing, such as a chart without data. */
export type ShownPart =
  | { readonly figure: ShownFigure }
  | { readonly table: ShownTable }
  /** It is still loading, or failed. */
  | { readonly missing: string }
  | undefined;

type ReadPart = () => ShownPart | Promise<ShownPart>;

interface Registered {
  /** Marks the place of the part on the page. */
  readonly marker: RefObject<HTMLElement | null>;
  readonly read: RefObject<ReadPart>;
}

export interface PageContent {
  readonly figures: ShownFigure[];
  readonly tables: ShownTable[];
  /** Titles of the parts that are loading or failed. */
  readonly missing: readonly string[];
}

const Parts = createContext<Set<Registered> | undefined>(undefined);

/** Collects what the parts of a page show, so that a file of the page says the same. */
export const PagePartsProvider = ({ children }: { children: ReactNode }) => {
  const [parts] = useState(() => new Set<Registered>());
  return <Parts value={parts}>{children}</Parts>;
};

/** A part of the page that a file of the page has. `read` is called when the file is made. Renders nothing to see. */
export const PagePart = ({ read }: { read: ReadPart }) => {
  const parts = useContext(Parts);
  const marker = useRef<HTMLSpanElement>(null);
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
  });
  useLayoutEffect(() => {
    if (!parts) return undefined;
    const part = { marker, read: latest };
    parts.add(part);
    return () => void parts.delete(part);
  }, [parts]);
  return parts ? <span ref={marker} hidden /> : null;
};

const comparePlaces = (a: Registered, b: Registered): number => {
  if (!a.marker.current || !b.marker.current) return 0;
  const place = a.marker.current.compareDocumentPosition(b.marker.current);
  return place & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
};

/** Returns what reads all parts of the page in the order of the page. */
export const usePageParts = (): (() => Promise<PageContent>) => {
  const parts = useContext(Parts);
  return async () => {
    const shown: ShownPart[] = [];
    for (const { read } of [...(parts ?? [])].toSorted(comparePlaces)) shown.push(await read.current());
    return {
      figures: shown.flatMap((part) => (part && 'figure' in part ? [part.figure] : [])),
      tables: shown.flatMap((part) => (part && 'table' in part ? [part.table] : [])),
      missing: shown.flatMap((part) => (part && 'missing' in part ? [part.missing] : [])),
    };
  };
};
