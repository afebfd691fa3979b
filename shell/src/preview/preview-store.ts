import { createStore } from 'zustand/vanilla';

/** A staged version that this tab sees instead of the deployed one. */
export interface ShownPreview {
  /** Id of the area. */
  area: string;
  /** Of the area, for people. */
  name: string;
  version: string;
  expiresAt: Date;
}

export type PreviewState =
  | { status: 'none' }
  /** For somebody to log in. */
  | { status: 'waiting' }
  | { status: 'checking' }
  | { status: 'shown'; preview: ShownPreview }
  /** The deployed version is shown. `final`: trying again is no use. */
  | { status: 'failed'; message: string; final?: true }
  /** The page still runs the preview because something in it would be lost. */
  | { status: 'over' };

/** The preview of this tab. */
export const previewStore = createStore<PreviewState>()(() => ({ status: 'none' }));

export const setPreview = (state: PreviewState) => previewStore.setState(state, true);

/** States that the banner speaks of. */
export const isTold = ({ status }: PreviewState): boolean =>
  status === 'shown' || status === 'failed' || status === 'over';

/** States in which the page runs code of the preview. */
export const isRunning = ({ status }: PreviewState): boolean => status === 'shown' || status === 'over';
