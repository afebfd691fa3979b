import type { FileList } from '../webpack/file-list-plugin.ts';

/** The files of the shared packages that a page preloads for an area which consumes these. Lists of older shells have no late ones. */
export const listPreloaded = (
  { shared, late = [] }: Pick<FileList, 'shared' | 'late'>,
  consumes: readonly string[],
): string[] =>
  consumes.filter((request) => !late.includes(request)).flatMap((request) => shared[request] ?? []);
