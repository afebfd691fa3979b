export * from './api.ts';
export * from './session-store.ts';
export * from './session-user.ts';
export * from './session.ts';
export { apiBase } from './stored-session.ts';
export * from './token.ts';
export { ApiError, readLineAnswer } from '@readerlens/contract/client';
export type { AccessRule } from '@readerlens/contract/registry';
