import { createHash } from 'node:crypto';
import type { Compiler } from 'webpack';
import webpack from 'webpack';

/** What a build made, as `files.json` in its folder. Paths are relative to it. */
export interface FileList {
  /** Files of the named chunk groups, in loading order: what a first screen needs. */
  initial: string[];
  /** Subresource integrity (sha384) of every script and style. */
  integrity: Record<string, string>;
}

const isCode = (file: string) => /\.(js|css)$/.test(file);

/** Writes `files.json`: module federation's own manifest has no integrity. */
export class FileListPlugin {
  private readonly groups: readonly string[];

  constructor({ groups }: { groups: readonly string[] }) {
    this.groups = groups;
  }

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('FileListPlugin', (compilation) => {
      // After the content hashes are real: names and bytes are final then.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'FileListPlugin', stage }, (assets) => {
        const integrity = Object.fromEntries(
          Object.keys(assets)
            .filter(isCode)
            .sort()
            .map((file) => [file, integrityOf(assets[file]!.buffer())]),
        );
        const initial = this.groups.flatMap((name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? []);
        const list: FileList = { initial: [...new Set(initial)].filter(isCode), integrity };
        compilation.emitAsset('files.json', new webpack.sources.RawSource(JSON.stringify(list, null, 2)));
      });
    });
  }
}

const integrityOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
