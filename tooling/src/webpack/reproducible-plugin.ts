import webpack from 'webpack';
import type { Chunk, Compilation, Compiler, NormalModule } from 'webpack';

const name = 'ReproduciblePlugin';

/**
 * Modules that the federation plugin generates. Their identifiers have a hash of absolute paths, from which webpack would
 * compute their ids and the names of their variables.
 */
const generated = [
  { id: 'container', identifier: /^container entry / },
  { id: 'federation', identifier: /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js/ },
];

const findGenerated = (identifier: string) => generated.find((module) => module.identifier.test(identifier));

type RawSourceMap = Exclude<ReturnType<webpack.sources.Source['map']>, null>;

interface SourceMap {
  readonly sources: readonly string[];
  sourcesContent: (string | null)[];
}

/** Code that webpack and the federation plugin write. It has absolute paths. */
const isGeneratedSource = (source: string): boolean => /^webpack:\/\/[^/]*\/webpack\//.test(source);

const dropGeneratedSources = (map: SourceMap): void => {
  map.sourcesContent = map.sources.map((source, index) =>
    isGeneratedSource(source) ? null : (map.sourcesContent[index] ?? null),
  );
};

const rewriteMaps = (compilation: Compilation): void => {
  for (const file of Object.keys(compilation.assets).filter((asset) => asset.endsWith('.map'))) {
    compilation.updateAsset(file, (source) => {
      const map = JSON.parse(source.source().toString()) as SourceMap;
      dropGeneratedSources(map);
      return new webpack.sources.RawSource(JSON.stringify(map));
    });
  }
};

/** Webpack puts the chunks that load together in an order that depends on which file was read first. */
const compareIds = (a: Chunk, b: Chunk): number => (String(a.id) < String(b.id) ? -1 : 1);

/**
 * The same sources become the same files in every folder, source maps included: two machines that build the same version of
 * an area may both deploy it.
 */
export class ReproduciblePlugin {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      // Webpack makes the paths of an object relative, but takes a text, such as that of swc-loader, as it is: the hashes of
      // chunks would depend on the folder.
      webpack.NormalModule.getCompilationHooks(compilation).processResult.tap(name, ([source, map, ast]) => [
        source,
        typeof map === 'string' ? (JSON.parse(map) as RawSourceMap) : map,
        ast,
      ]);
      compilation.hooks.finishModules.tap(name, (modules) => {
        for (const module of modules) {
          const found = findGenerated(module.identifier());
          // Names of variables, and its name in source maps, come from the request.
          if (found && 'userRequest' in module) (module as NormalModule).userRequest = `webpack/${found.id}`;
        }
      });
      compilation.hooks.beforeModuleIds.tap(name, (modules) => {
        for (const module of modules) {
          const found = findGenerated(module.identifier());
          if (found) compilation.chunkGraph.setModuleId(module, found.id);
        }
      });
      compilation.hooks.afterOptimizeChunkIds.tap(name, () => {
        for (const group of compilation.chunkGroups) if (!group.isInitial()) group.chunks.sort(compareIds);
      });
      // After the maps are made, and before hashes and compressed copies.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 1;
      compilation.hooks.processAssets.tap({ name, stage }, () => rewriteMaps(compilation));
    });
  }
}
