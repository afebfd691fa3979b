import type { Compilation, Module } from 'webpack';
import { readExportName, isProvidingDependency } from './provided-exports-plugin.ts';
import { consumedBy, providedBy } from './shared-requests.ts';

/** Export names by request of the shared package. */
export type SharedExports = Record<string, string[]>;

const sorted = (names: ReadonlyMap<string, ReadonlySet<string>>): SharedExports =>
  Object.fromEntries(
    [...names].sort(([a], [b]) => a.localeCompare(b)).map(([request, set]) => [request, [...set].sort()]),
  );

/**
 * Tracks which exports of shared packages the modules of a compilation import; '*' means the whole namespace. Call the
 * returned function after webpack has processed all modules.
 */
export const trackImportedNames = (compilation: Compilation): (() => SharedExports) => {
  const imported = new Map<string, Set<string>>();
  compilation.hooks.dependencyReferencedExports.tap('trackImportedNames', (referenced, dependency) => {
    // Not what the code requests: a package may be a module that passes on what is shared.
    const module = compilation.moduleGraph.getModule(dependency);
    const request = module ? consumedBy(module) : undefined;
    if (referenced.length > 0 && request !== undefined && !isProvidingDependency(dependency)) {
      const names = imported.get(request) ?? new Set();
      imported.set(request, names);
      for (const reference of referenced) names.add(readExportName(reference));
    }
    return referenced;
  });
  return () => sorted(imported);
};

const listExportNames = ({ moduleGraph }: Compilation, provide: Module): string[] | undefined => {
  const dependency = provide.blocks[0]?.dependencies[0];
  const module = dependency && moduleGraph.getModule(dependency);
  const names = module && moduleGraph.getProvidedExports(module);
  // The exports of CommonJS modules are unknown.
  return Array.isArray(names) ? names : undefined;
};

/**
 * The exports of each provided package, where known. `partialExports` lists those of partially provided packages.
 */
export const providedNames = (
  compilation: Compilation,
  partialExports: Readonly<Record<string, readonly string[]>>,
): SharedExports => {
  const provided = new Map<string, Set<string>>();
  for (const module of compilation.modules) {
    const request = providedBy(module);
    const names =
      request === undefined ? undefined : (partialExports[request] ?? listExportNames(compilation, module));
    if (request && names) provided.set(request, new Set(names));
  }
  return sorted(provided);
};

/** The exports of a module that a container exposes, such as './area'; undefined if they are unknown. */
export const exposedNames = (compilation: Compilation, request: string): string[] | undefined => {
  const { moduleGraph, modules } = compilation;
  const exposed = [...modules]
    .filter((module) => module.identifier().startsWith('container entry'))
    .flatMap(({ blocks }) => blocks.flatMap(({ dependencies }) => dependencies))
    .filter((dependency) => Reflect.get(dependency, 'exposedName') === request)
    .flatMap((dependency) => moduleGraph.getModule(dependency) ?? []);
  const names = exposed.map((module) => moduleGraph.getProvidedExports(module));
  return names.every((list) => Array.isArray(list)) ? [...new Set(names.flat())].sort() : undefined;
};
