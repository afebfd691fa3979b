export * from './call.ts';
export * from './calls.ts';
export * from './schemas.ts';
export * from './analytics.calls.ts';
export * from './vocabulary.ts';
