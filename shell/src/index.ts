// The split lets module federation settle the shared packages before anything that uses them runs.
void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx');
