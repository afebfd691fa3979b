import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import type * as drawings from './drawings.ts';

export type Drawings = typeof drawings;

let loaded: Drawings | undefined;
let loading: Promise<Drawings> | undefined;

const load = async (): Promise<Drawings> => {
  try {
    loaded = await import(/* webpackChunkName: "drawings" */ './drawings.ts');
    return loaded;
  } catch (error) {
    // The next chart that comes near requests it again.
    loading = undefined;
    throw error;
  }
};

/** The drawings, loaded once per page. A failure is not kept. */
export const loadDrawings = (): Promise<Drawings> => {
  loading ??= load();
  return loading;
};

interface LateDrawings {
  /** Undefined until they are wanted and have loaded. */
  drawings: Drawings | undefined;
  /** Loads them again after they could not be loaded; undefined otherwise. */
  retry: (() => void) | undefined;
}

/** The drawings for a chart, once it wants them. */
export const useLateDrawings = (wanted: boolean): LateDrawings => {
  const [known, setKnown] = useState(loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!wanted || known || failed) return undefined;
    let active = true;
    loadDrawings().then(
      // Not all charts in one task.
      (found) => active && startTransition(() => setKnown(found)),
      () => active && setFailed(true),
    );
    return () => {
      active = false;
    };
  }, [wanted, known, failed]);
  return {
    drawings: wanted ? (known ?? loaded) : undefined,
    retry: failed ? () => setFailed(false) : undefined,
  };
};

const DrawingsContext = createContext<Drawings | undefined>(undefined);

/** Gives a chart its drawings. */
export const DrawingsProvider = DrawingsContext.Provider;

/** The drawings of the chart around; undefined while its picture is still empty. */
export const useDrawings = (): Drawings | undefined => useContext(DrawingsContext);
