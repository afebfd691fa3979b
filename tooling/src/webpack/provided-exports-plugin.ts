import type { Compilation, Compiler, Dependency } from 'webpack';
import webpack from 'webpack';
import { providedExports } from './provided-exports.ts';
import { consumedBy, providedBy } from './shared-requests.ts';

/** What webpack is asked for of a module: paths of names; an empty one stands for all of it. */
type Referenced = (string[] | { name: string[]; canMangle?: boolean })[];

/** The name of the export that is asked for, '*' when it is all of them. */
export const firstName = (reference: Referenced[number]): string =>
  (Array.isArray(reference) ? reference : reference.name)[0] ?? '*';

/** The request of the package that a dependency takes whole, in order to provide it. */
const givenBy = ({ moduleGraph }: Compilation, dependency: Dependency): string => {
  const parent = moduleGraph.getParentModule(dependency);
  return (parent && (providedBy(parent) ?? consumedBy(parent))) ?? '';
};

/** Whether a dependency is there to provide a package, not to use it. */
export const gives = ({ type }: Dependency) =>
  type === 'provide module for shared' || type === 'consume shared fallback';

const requestOf = (dependency: Dependency): string =>
  'request' in dependency && typeof dependency.request === 'string' ? dependency.request : '';

/**
 * Keeps to what is provided of a package in part (see providedExports): the shell's bundle has no more of it, and a
 * bundle that asks for more is an error, as it would find nothing there at run time.
 */
export class ProvidedExportsPlugin {
  private readonly provided: typeof providedExports;

  constructor(provided = providedExports) {
    this.provided = provided;
  }

  private check(compilation: Compilation, request: string, names: readonly string[]) {
    for (const name of names.filter((asked) => !this.provided[request]?.includes(asked))) {
      const text = `The shell does not provide '${name}' of ${request}. What it does is in provided-exports.ts.`;
      if (!compilation.errors.some(({ message }) => message === text))
        compilation.errors.push(new webpack.WebpackError(text));
    }
  }

  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap('ProvidedExportsPlugin', (compilation) => {
      compilation.hooks.dependencyReferencedExports.tap('ProvidedExportsPlugin', (referenced, dependency) => {
        if (gives(dependency)) {
          const names = this.provided[givenBy(compilation, dependency)];
          return names?.map((name) => ({ name: [name], canMangle: false })) ?? referenced;
        }
        const request = requestOf(dependency);
        if (request in this.provided) this.check(compilation, request, referenced.map(firstName));
        return referenced;
      });
    });
  }
}
