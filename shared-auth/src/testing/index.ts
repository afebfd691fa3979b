// For tests only: a server in place of the API, and people in the session.
export * from './encode-token.ts';
export * from './fake-api.ts';
export * from './fake-server.ts';
export * from './other-tab.ts';
export * from './session.ts';
