export { areaConfig } from './area.ts';
export { shellConfig } from './shell.ts';
export type { FileList } from './file-list-plugin.ts';
