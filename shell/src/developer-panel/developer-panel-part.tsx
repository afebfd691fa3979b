import { toast } from '@readerlens/ui';
import { useStore } from 'zustand';
import { LatePart } from '../late-part.tsx';
import { messages } from '../messages.ts';
import { closeDeveloperPanel, panelStore } from './panel-store.ts';

const load = async () =>
  (await import(/* webpackChunkName: "developer-panel" */ './developer-panel.tsx')).DeveloperPanel;

/** The developer panel, loaded when it is opened. */
export const DeveloperPanelPart = () => {
  const onLoadError = () => {
    closeDeveloperPanel();
    toast.error(messages.developerPanelNotLoaded);
  };
  return <LatePart needed={useStore(panelStore, ({ open }) => open)} load={load} onLoadError={onLoadError} />;
};
