import path from 'node:path';
import { repositoryRoot } from './paths.ts';

export * from '../../workplace.ts';

export const defaultStoreText = "AREAS_STORE, else this installation's own store";

export const formatCommand = (name: string): string =>
  `node ${path.join(repositoryRoot, 'readerlens.mjs')} ${name}`;

export const startCommand = formatCommand('start');
