import { createStore } from 'zustand/vanilla';

/** A staged version that this tab shows instead of the deployed one. */
export interface ShownPreview {
  /** Id of the area. */
  area: string;
  /** Display name of the area. */
  name: string;
  version: string;
  expiresAt: Date;
}

export type PreviewState =
  | { status: 'none' }
  /** Until a user logs in. */
  | { status: 'waiting' }
  | { status: 'checking' }
  | { status: 'shown'; preview: ShownPreview }
  /** The deployed version is shown. `final`: retrying is pointless. */
  | { status: 'failed'; message: string; final?: true }
  /** The preview has ended, but the page still runs it because unsaved work would be lost. */
  | { status: 'over' };

/** The preview of this tab. */
export const previewStore = createStore<PreviewState>()(() => ({ status: 'none' }));

export const setPreview = (state: PreviewState) => previewStore.setState(state, true);

/** States in which the banner is shown. */
export const hasBanner = ({ status }: PreviewState): boolean =>
  status === 'shown' || status === 'failed' || status === 'over';

/** States in which the page runs code of the preview. */
export const isRunning = ({ status }: PreviewState): boolean => status === 'shown' || status === 'over';
