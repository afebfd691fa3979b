import { createHash } from 'node:crypto';
import type { ChunkGroup, Compilation, Compiler, Module } from 'webpack';
import webpack from 'webpack';

/** What a build made, as `files.json` in its folder. Paths are relative to it. */
export interface FileList {
  /** Files that a first screen needs, in loading order. */
  initial: string[];
  /** Files of the shared packages that this build provides, by request. */
  shared: Record<string, string[]>;
  /** Requests of the shared packages that this build takes from whoever provides them. */
  consumes: string[];
  /** Subresource integrity (sha384) of every script and style. */
  integrity: Record<string, string>;
}

interface Options {
  /** Named chunk groups of the first screen. */
  groups: readonly string[];
  /** Provided packages that not every page needs. */
  onDemand?: readonly string[];
}

const isCode = (file: string) => /\.(js|css)$/.test(file);

/** `provide module (default) @scope/name@1.2.3 = /path` */
const providedBy = (group: ChunkGroup): string | undefined => {
  for (const { module } of group.origins) {
    const match = /^provide module \([^)]*\) (.+)@[^@]+ = /.exec(module?.identifier() ?? '');
    if (match) return match[1];
  }
  return undefined;
};

/** `consume-shared-module|default|request|…` */
const consumed = (module: Module): string | undefined =>
  /^consume-shared-module\|[^|]*\|([^|]+)\|/.exec(module.identifier())?.[1];

const sharedFiles = ({ chunkGroups }: Compilation): Record<string, string[]> =>
  Object.fromEntries(
    chunkGroups.flatMap((group) => {
      const request = providedBy(group);
      return request ? [[request, group.getFiles().filter(isCode)]] : [];
    }),
  );

/** Writes `files.json`: module federation's own manifest has no integrity. */
export class FileListPlugin {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  private list(compilation: Compilation): FileList {
    const { groups, onDemand = [] } = this.options;
    const shared = sharedFiles(compilation);
    const always = Object.keys(shared).filter((request) => !onDemand.includes(request));
    const initial = [
      ...groups.flatMap((name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? []),
      ...always.flatMap((request) => shared[request]!),
    ];
    const consumes = [...compilation.modules].flatMap((module) => consumed(module) ?? []);
    return {
      initial: [...new Set(initial)].filter(isCode),
      shared,
      consumes: [...new Set(consumes)].sort(),
      integrity: Object.fromEntries(
        Object.entries(compilation.assets)
          .filter(([file]) => isCode(file))
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([file, source]) => [file, integrityOf(source.buffer())]),
      ),
    };
  }

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('FileListPlugin', (compilation) => {
      // After the content hashes are real: names and bytes are final then.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'FileListPlugin', stage }, () => {
        const text = JSON.stringify(this.list(compilation), null, 2);
        compilation.emitAsset('files.json', new webpack.sources.RawSource(text));
      });
    });
  }
}

const integrityOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
