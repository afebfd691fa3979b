import type { Compilation, Module } from 'webpack';
import { firstName, gives } from './provided-exports-plugin.ts';
import { providedBy } from './shared-requests.ts';

/** Names by the request of the shared package that they belong to. */
export type SharedNames = Record<string, string[]>;

const sorted = (names: ReadonlyMap<string, ReadonlySet<string>>): SharedNames =>
  Object.fromEntries(
    [...names].sort(([a], [b]) => a.localeCompare(b)).map(([request, of]) => [request, [...of].sort()]),
  );

/**
 * Follows which names the modules of a compilation take of the shared packages; '*' stands for all of them. Answers the
 * way to ask, once webpack has looked at every module.
 */
export const followTakenNames = (
  compilation: Compilation,
  isShared: (request: string) => boolean,
): (() => SharedNames) => {
  const taken = new Map<string, Set<string>>();
  compilation.hooks.dependencyReferencedExports.tap('followTakenNames', (referenced, dependency) => {
    const request = 'request' in dependency ? String(dependency.request) : '';
    if (referenced.length > 0 && isShared(request) && !gives(dependency)) {
      const names = taken.get(request) ?? new Set();
      taken.set(request, names);
      for (const reference of referenced) names.add(firstName(reference));
    }
    return referenced;
  });
  return () => sorted(taken);
};

const namesOf = ({ moduleGraph }: Compilation, provide: Module): string[] | undefined => {
  const dependency = provide.blocks[0]?.dependencies[0];
  const module = dependency && moduleGraph.getModule(dependency);
  const names = module && moduleGraph.getProvidedExports(module);
  // CommonJS says nothing of its exports.
  return Array.isArray(names) ? names : undefined;
};

/**
 * The names that each provided package has to give, of those packages of which that is known. `inPart` lists those of
 * packages that are not provided whole.
 */
export const givenNames = (
  compilation: Compilation,
  inPart: Readonly<Record<string, readonly string[]>>,
): SharedNames => {
  const given = new Map<string, Set<string>>();
  for (const module of compilation.modules) {
    const request = providedBy(module);
    const names = request === undefined ? undefined : (inPart[request] ?? namesOf(compilation, module));
    if (request && names) given.set(request, new Set(names));
  }
  return sorted(given);
};

/** The names that the modules which a container exposes give; undefined where one of them does not say. */
export const exposedNames = (compilation: Compilation): string[] | undefined => {
  const { moduleGraph, modules } = compilation;
  const exposed = [...modules]
    .filter((module) => module.identifier().startsWith('container entry'))
    .flatMap(({ blocks }) => blocks.flatMap(({ dependencies }) => dependencies))
    .flatMap((dependency) => moduleGraph.getModule(dependency) ?? []);
  const names = exposed.map((module) => moduleGraph.getProvidedExports(module));
  return names.every((list) => Array.isArray(list)) ? [...new Set(names.flat())].sort() : undefined;
};
