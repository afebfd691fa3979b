// Imported here so that the page itself requests the style sheet and no code waits for it.
import '@fontsource-variable/inter';
import { startIntegrity } from './integrity.ts';

// Before the first chunk is requested.
startIntegrity();

// The dynamic import lets module federation resolve the shared packages before any code uses them.
void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx');
