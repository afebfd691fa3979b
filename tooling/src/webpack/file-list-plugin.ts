import type { Compilation, Compiler } from 'webpack';
import webpack from 'webpack';
import { integrityOf } from '../integrity.ts';
import { exposedNames, followTakenNames, givenNames } from './shared-names.ts';
import type { SharedNames } from './shared-names.ts';
import { consumedBy, providedIn } from './shared-requests.ts';
import type { SharedModules } from './shared.ts';

/** What a build made, as `files.json` in its folder. Paths are relative to it. */
export interface FileList {
  /** Name of the federation container. */
  container: string;
  /** Scripts that a page runs; they ask for the rest. */
  entry: string[];
  /** Files that a first screen needs, in loading order. */
  initial: string[];
  /** Files of the shared packages that this build provides, by request. */
  shared: Record<string, string[]>;
  /** Version of each shared package that this build can give, by request; 'react/' stands for all below it. */
  provides: Record<string, string>;
  /** Requests of the shared packages that this build takes from whoever provides them. */
  consumes: string[];
  /** Range that each of those has to satisfy. */
  requires: Record<string, string>;
  /** Names that the packages it provides have to give, of those of which that is known. */
  gives: SharedNames;
  /** Names that it takes of those that it consumes; '*' for all of them. */
  takes: SharedNames;
  /** Names that the exposed module gives; absent when that is not known. */
  exposes?: string[] | undefined;
  /** Subresource integrity (sha384) of every script and style. */
  integrity: Record<string, string>;
}

interface Options {
  container: string;
  shared: SharedModules;
  /** Named chunk groups of the first screen. */
  groups: readonly string[];
  /** Provided packages that not every page needs. */
  onDemand?: readonly string[];
  /** Names of those that are not provided whole, by request. */
  inPart?: Readonly<Record<string, readonly string[]>>;
}

const isCode = (file: string) => /\.(js|css)$/.test(file);
const isScript = (file: string) => file.endsWith('.js');

/** The option that a request falls under: its own, else that of the package with everything below it. */
const optionOf = (shared: SharedModules, request: string) =>
  shared[request] ?? shared[`${request.split('/')[0]}/`];

const requiresOf = (shared: SharedModules, consumes: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    consumes.flatMap((request) => {
      const range = optionOf(shared, request)?.requiredVersion;
      return range ? [[request, range]] : [];
    }),
  );

const providesOf = (shared: SharedModules): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shared)
      .filter(([, option]) => option.import !== false)
      .map(([request, { version }]) => [request, version]),
  );

const sharedFiles = ({ chunkGroups }: Compilation): Record<string, string[]> =>
  Object.fromEntries(
    chunkGroups.flatMap((group) => {
      const request = providedIn(group);
      return request ? [[request, group.getFiles().filter(isCode)]] : [];
    }),
  );

/** Writes `files.json`: module federation's own manifest has no integrity. */
export class FileListPlugin {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  private list(compilation: Compilation, takes: SharedNames): FileList {
    const { groups, onDemand = [] } = this.options;
    const files = sharedFiles(compilation);
    const always = Object.keys(files).filter((request) => !onDemand.includes(request));
    const initial = [
      ...groups.flatMap((name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? []),
      ...always.flatMap((request) => files[request]!),
    ];
    const consumes = [
      ...new Set([...compilation.modules].flatMap((module) => consumedBy(module) ?? [])),
    ].sort();
    return {
      container: this.options.container,
      entry: [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles()).filter(isScript),
      initial: [...new Set(initial)].filter(isCode),
      shared: files,
      provides: providesOf(this.options.shared),
      consumes,
      requires: requiresOf(this.options.shared, consumes),
      gives: givenNames(compilation, this.options.inPart ?? {}),
      takes,
      exposes: exposedNames(compilation),
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
      const isShared = (request: string) => optionOf(this.options.shared, request) !== undefined;
      const takenNames = followTakenNames(compilation, isShared);
      // After the content hashes are real: names and bytes are final then.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'FileListPlugin', stage }, () => {
        const text = JSON.stringify(this.list(compilation, takenNames()), null, 2);
        compilation.emitAsset('files.json', new webpack.sources.RawSource(text));
      });
    });
  }
}
