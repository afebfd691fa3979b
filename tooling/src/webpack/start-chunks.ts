import type { Chunk, ChunkGraph, Configuration, Module } from 'webpack';
import { providedIn } from './shared-requests.ts';

type SplitChunks = Exclude<NonNullable<Configuration['optimization']>['splitChunks'], false | undefined>;

type Context = { chunkGraph: ChunkGraph };

/** In one file: the page preloads what any route of an area takes, and every list and dashboard takes one of these. */
const filterDoors = ['@readerlens/filters', '@readerlens/filters/dashboard', '@readerlens/filters/list'];

/** In one file, too: a form takes all of them. */
const formDoors = ['@readerlens/ui/forms', 'formik', 'yup'];

/** The shared packages that a chunk provides. */
const providedFor = (chunk: Chunk): string[] =>
  [...chunk.groupsIterable].flatMap((group) => providedIn(group) ?? []);

/**
 * Splits the shell and the packages that it provides to every page into two files: libraries, which stay cached when
 * Readerlens changes, and Readerlens code. One file per package would queue on the six connections of HTTP/1.1 and
 * compress badly. `start` is the chunk of the shell's own code. Code shared by it and on-demand packages is in these
 * files too, to avoid duplicates.
 */
export const startChunks = (start: string, onDemand: readonly string[]): SplitChunks => {
  const listChunks = (module: Module, { chunkGraph }: Context) => [
    ...chunkGraph.getModuleChunksIterable(module),
  ];
  const isOfFilters = (request: string) => request.startsWith('@readerlens/filters');
  // What filters and charts share: in the file of one of them, a page would load it for the other, and lose both if it fails.
  const isBetween = (requests: readonly string[]) =>
    requests.some(isOfFilters) && requests.some((request) => !isOfFilters(request));
  const isInStart = (module: Module, context: Context) => {
    const chunks = listChunks(module, context);
    return (
      chunks.some(
        (chunk) => chunk.name === start || providedFor(chunk).some((request) => !onDemand.includes(request)),
      ) || isBetween(chunks.flatMap(providedFor))
    );
  };
  // Not what they consume: the lists would wait for the charts, which only the dashboards need, and the forms for themselves.
  const isBehind = (doors: readonly string[]) => (module: Module, context: Context) =>
    module.type !== 'consume-shared-module' &&
    !isInStart(module, context) &&
    listChunks(module, context).some((chunk) =>
      providedFor(chunk).some((request) => doors.includes(request)),
    );
  const group = (name: string, isIn: (file: string) => boolean) => ({
    name,
    chunks: 'all' as const,
    enforce: true,
    test: (module: Module, context: Context) =>
      isIn(module.nameForCondition() ?? '') && isInStart(module, context),
  });
  const isLibrary = (file: string) => /[\\/]node_modules[\\/]/.test(file);
  return {
    cacheGroups: {
      libraries: group('libraries', isLibrary),
      readerlens: group('readerlens', (file) => file !== '' && !isLibrary(file)),
      filters: { name: 'filters', chunks: 'all', enforce: true, test: isBehind(filterDoors) },
      forms: { name: 'forms', chunks: 'all', enforce: true, test: isBehind(formDoors) },
      // Keep each on-demand package in one file.
      defaultVendors: false,
    },
  };
};
