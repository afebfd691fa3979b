// Imported here so that the page itself requests the style sheet and no code waits for it.
import '@fontsource-variable/inter';
import { requestSessionEarly } from '@readerlens/auth/early-session';
import { startIntegrity } from './integrity.ts';

// Before the first chunk is requested.
startIntegrity();
requestSessionEarly();

/** The largest libraries. Run in one task with the rest, they would block a slow phone for half a second. */
const libraries = [() => import('react-dom/client'), () => import('@readerlens/ui/base')];

/** Lets the browser react to the user before the next task. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const start = async () => {
  for (const load of libraries) {
    await load();
    await nextTask();
  }
  // The dynamic import lets module federation resolve the shared packages before any code uses them.
  await import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx');
};

void start();
