import { createStore } from 'zustand/vanilla';

/** Whether the developer panel is open, and whether areas and slots are outlined on the page; both end with the page. */
export const panelStore = createStore<{ open: boolean; outlined: boolean }>()(() => ({
  open: false,
  outlined: false,
}));

export const openDeveloperPanel = () => panelStore.setState({ open: true });
export const closeDeveloperPanel = () => panelStore.setState({ open: false });
