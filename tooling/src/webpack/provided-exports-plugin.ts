import type { Compilation, Compiler, Dependency } from 'webpack';
import webpack from 'webpack';
import { providedExports } from './provided-exports.ts';
import { consumedBy, providedBy } from './shared-requests.ts';

/** The exports that a dependency references, as paths of names; an empty path means the whole namespace. */
type Referenced = (string[] | { name: string[]; canMangle?: boolean })[];

/** The name of the referenced export; '*' for the whole namespace. */
export const readExportName = (reference: Referenced[number]): string =>
  (Array.isArray(reference) ? reference : reference.name)[0] ?? '*';

/** The request of the shared package that a dependency provides. */
const requestProvidedBy = ({ moduleGraph }: Compilation, dependency: Dependency): string => {
  const parent = moduleGraph.getParentModule(dependency);
  return (parent && (providedBy(parent) ?? consumedBy(parent))) ?? '';
};

/** Whether a dependency provides a package rather than using it. */
export const isProvidingDependency = ({ type }: Dependency) =>
  type === 'provide module for shared' || type === 'consume shared fallback';

const readRequest = (dependency: Dependency): string =>
  'request' in dependency && typeof dependency.request === 'string' ? dependency.request : '';

/**
 * Enforces providedExports: limits the shell's bundle to these exports, and fails a build that imports others, which
 * would be missing at run time.
 */
export class ProvidedExportsPlugin {
  private readonly provided: typeof providedExports;

  constructor(provided = providedExports) {
    this.provided = provided;
  }

  private check(compilation: Compilation, request: string, names: readonly string[]) {
    for (const name of names.filter((imported) => !this.provided[request]?.includes(imported))) {
      const text = `The shell does not provide '${name}' of ${request}. See provided-exports.ts for its exports.`;
      if (!compilation.errors.some(({ message }) => message === text))
        compilation.errors.push(new webpack.WebpackError(text));
    }
  }

  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap('ProvidedExportsPlugin', (compilation) => {
      compilation.hooks.dependencyReferencedExports.tap('ProvidedExportsPlugin', (referenced, dependency) => {
        if (isProvidingDependency(dependency)) {
          const names = this.provided[requestProvidedBy(compilation, dependency)];
          return names?.map((name) => ({ name: [name], canMangle: false })) ?? referenced;
        }
        const request = readRequest(dependency);
        if (request in this.provided) this.check(compilation, request, referenced.map(readExportName));
        return referenced;
      });
    });
  }
}
