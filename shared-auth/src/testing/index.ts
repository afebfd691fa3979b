// For tests only: a fake API server and sessions of test users.
export * from './encode-token.ts';
export * from './fake-api.ts';
export * from './fake-server.ts';
export * from './other-tab.ts';
export * from './session.ts';
