// Here, where the page itself asks for the style sheet: nothing that runs waits for it.
import '@fontsource-variable/inter';
import { startIntegrity } from './integrity.ts';

// Before the first chunk is asked for.
startIntegrity();

// The split lets module federation settle the shared packages before anything that uses them runs.
void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx');
