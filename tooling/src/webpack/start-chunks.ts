import type { Chunk, ChunkGraph, Configuration, Module } from 'webpack';
import { providedIn } from './shared-requests.ts';

type SplitChunks = Exclude<NonNullable<Configuration['optimization']>['splitChunks'], false | undefined>;

/** The shared packages that a chunk was made to provide. */
const providedFor = (chunk: Chunk): string[] =>
  [...chunk.groupsIterable].flatMap((group) => providedIn(group) ?? []);

/**
 * Cuts the shell and what it provides to every page into two files: the libraries, which stay in the browser's cache
 * when Readerlens changes, and its own code. Each provided package by itself would be a file: over HTTP/1.1 with six
 * connections most of them would wait for their turn, and small files compress badly. `start` is the chunk of the
 * shell's own code; what it and a package on demand contain both is in these files as well, or it would exist twice.
 */
export const startChunks = (start: string, onDemand: readonly string[]): SplitChunks => {
  const ofStart = (module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }) => {
    const chunks = [...chunkGraph.getModuleChunksIterable(module)];
    return chunks.some(
      (chunk) => chunk.name === start || providedFor(chunk).some((request) => !onDemand.includes(request)),
    );
  };
  const cut = (name: string, isIn: (file: string) => boolean) => ({
    name,
    chunks: 'all' as const,
    enforce: true,
    test: (module: Module, context: { chunkGraph: ChunkGraph }) =>
      isIn(module.nameForCondition() ?? '') && ofStart(module, context),
  });
  const isLibrary = (file: string) => /[\\/]node_modules[\\/]/.test(file);
  return {
    cacheGroups: {
      libraries: cut('libraries', isLibrary),
      readerlens: cut('readerlens', (file) => file !== '' && !isLibrary(file)),
      // A package that is fetched on demand is one file.
      defaultVendors: false,
    },
  };
};
