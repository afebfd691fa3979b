import { isExpired, loadUser, sessionStore } from '@readerlens/auth';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { reportUnhandled, startErrorReports } from './errors/report-errors.ts';
import {
  prefetchArea,
  reportAreaFailures,
  startPrefetch,
  startRegistry,
  warmUp,
  watchFailedScripts,
  watchPage,
} from './host/index.ts';
import { isPublicPath, loadPublicPages } from './pages/load-public-pages.ts';
import { guardDoubleClicks } from './layout/guard-double-clicks.ts';
import { previewStore } from './preview/preview-store.ts';
import { startPreview } from './preview/start-preview.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';

startErrorReports();
guardDoubleClicks();
watchPage();
watchFailedScripts();
void startPreview();
reportAreaFailures();
startTelemetry();
startPrefetch();
void startRegistry();
const signedIn = !isExpired(sessionStore.getState().claims);
if (signedIn) {
  // Before the first render; code that needs the user requests it again and gets the error.
  loadUser().catch(() => {});
  // The area loads while the user is loading and mounts after that. With a preview, its version is not known yet.
  if (previewStore.getState().status === 'none') prefetchArea(location.pathname);
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
const shell = createRoot(root, {
  // A boundary caught it, so the page keeps working, but it is still an unexpected error.
  onCaughtError: (error) => {
    console.error(error);
    reportUnhandled(error);
  },
});
const show = async () => {
  // Its scripts are in the page. Without the wait, the frame of the page would be there before its form.
  if (isPublicPath(location.pathname)) await loadPublicPages().catch(() => {});
  // As a transition, React renders in short slices, between which the browser can react to the user.
  startTransition(() => shell.render(<App />));
};

void show();
warmUp({ afterArea: signedIn, others: [loadPublicPages] });
