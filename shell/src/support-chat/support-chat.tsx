import { useStore } from 'zustand';
import { LatePart } from '../late-part.tsx';
import { chatStore } from './chat-store.ts';

const load = async () =>
  (await import(/* webpackChunkName: "support-chat" */ './support-launcher.tsx')).SupportLauncher;

/** The support chat of the session, once it has started. */
export const SupportChat = () => (
  <LatePart needed={useStore(chatStore, (state) => state.booted)} load={load} />
);
