import type { Compiler } from 'webpack';

const name = 'FixedIdsPlugin';

/**
 * Modules that the federation plugin generates. Their identifiers have a hash of absolute paths, from which webpack would
 * compute their ids.
 */
const generated = [
  { id: 'container', identifier: /^container entry / },
  { id: 'federation', identifier: /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js/ },
];

/** Gives generated modules fixed ids, so that the same sources become the same files in every folder. */
export class FixedIdsPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap(name, (compilation) =>
      compilation.hooks.beforeModuleIds.tap(name, (modules) => {
        for (const module of modules) {
          const found = generated.find(({ identifier }) => identifier.test(module.identifier()));
          if (found) compilation.chunkGraph.setModuleId(module, found.id);
        }
      }),
    );
  }
}
