import '@fontsource-variable/inter';
import { isExpired, loadUser, sessionStore } from '@readerlens/auth';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { reportUnhandled, startErrorReports } from './errors/report-errors.ts';
import { startRegistry, warmUp } from './host/index.ts';

startErrorReports();
void startRegistry();
if (!isExpired(sessionStore.getState().claims)) {
  // Ahead of the first render; whoever needs the user asks again and sees the failure.
  loadUser().catch(() => {});
}

const place = document.getElementById('root');
if (!place) throw new Error('The page has no #root.');
createRoot(place, {
  // Caught by a boundary, so the page goes on; it is still an error that nobody expected.
  onCaughtError: (error) => {
    console.error(error);
    reportUnhandled(error);
  },
}).render(<App />);
warmUp();
