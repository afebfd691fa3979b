import { isExpired, loadUser, sessionStore } from '@readerlens/auth';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { reportUnhandled, startErrorReports } from './errors/report-errors.ts';
import { prefetchArea, reportAreaFailures, startPrefetch, startRegistry, warmUp } from './host/index.ts';
import { previewStore } from './preview/preview-store.ts';
import { startPreview } from './preview/start-preview.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';

startErrorReports();
void startPreview();
reportAreaFailures();
startTelemetry();
startPrefetch();
void startRegistry();
const signedIn = !isExpired(sessionStore.getState().claims);
if (signedIn) {
  // Before the first render; code that needs the user requests it again and gets the error.
  loadUser().catch(() => {});
  // An area is mounted once the user is there; until then it is loaded. A preview has to say first which version.
  if (previewStore.getState().status === 'none') prefetchArea(location.pathname);
}

const place = document.getElementById('root');
if (!place) throw new Error('The page has no #root.');
createRoot(place, {
  // Caught by a boundary, so the page keeps working; it is still an unexpected error.
  onCaughtError: (error) => {
    console.error(error);
    reportUnhandled(error);
  },
}).render(<App />);
warmUp({ afterArea: signedIn });
