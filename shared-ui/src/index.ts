export * from './base.ts';
export * from './forms/index.ts';
