import { createStore } from 'zustand/vanilla';

/** Whether the command palette is open. */
export const paletteStore = createStore<{ open: boolean }>()(() => ({ open: false }));

export const openPalette = () => paletteStore.setState({ open: true });
export const closePalette = () => paletteStore.setState({ open: false });
