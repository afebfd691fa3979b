import type { ChunkGroup, Compilation, Compiler } from 'webpack';
import webpack from 'webpack';
import { computeIntegrity } from '../integrity.ts';
import { exposedNames, trackImportedNames, providedNames } from './shared-exports.ts';
import type { SharedExports } from './shared-exports.ts';
import { consumedBy, providedIn } from './shared-requests.ts';
import { listProvided } from './shared.ts';
import type { SharedModules } from './shared.ts';

export interface WidgetFiles {
  /** Files that it needs, in loading order. */
  files: string[];
  /** Exports of its module; undefined if unknown. */
  exposes?: string[] | undefined;
}

/** Name of the chunk group of a widget. */
export const widgetChunk = (name: string): string => `widget-${name}`;

/** Contents of `files.json` in a build's output folder. Paths are relative to that folder. */
export interface FileList {
  /** Name of the federation container. */
  container: string;
  /** Scripts that a page includes; they load the rest. */
  entry: string[];
  /** Files needed by the first screen, in loading order. */
  initial: string[];
  /** Files of the pages without a session, besides `initial`; absent in lists of areas. */
  publicPages?: string[];
  /** Files of the shared packages that this build provides, by request: deploys read here what an area may consume. */
  shared: Record<string, string[]>;
  /** Those of `shared` that no page preloads; absent in lists of areas and of older builds. */
  late?: readonly string[];
  /** Version of each shared package that this build can provide, by request; 'react/' covers its subpaths. */
  provides: Record<string, string>;
  /** Requests of the shared packages that this build consumes. */
  consumes: string[];
  /** Version range of each consumed package. */
  requires: Record<string, string>;
  /** Exports of the provided packages, where known. */
  gives: SharedExports;
  /** Exports that it imports from the consumed packages; '*' for a namespace import. */
  takes: SharedExports;
  /** Exports of the area's module; undefined if unknown. */
  exposes?: string[] | undefined;
  /** The widgets, by name; absent in lists of older builds. */
  widgets?: Record<string, WidgetFiles>;
  /** Subresource integrity (sha384) of every script and style. */
  integrity: Record<string, string>;
  /** When it was built, as an ISO instant; absent in builds of earlier versions. */
  builtAt?: string;
}

interface Options {
  container: string;
  shared: SharedModules;
  /** Named chunk groups of the first screen. */
  groups: readonly string[];
  /** The named chunk group of the pages without a session. */
  publicPages?: string;
  /** Names of the widgets of an area. */
  widgets?: readonly string[];
  /** Provided packages that only some pages need. */
  onDemand?: readonly string[];
  /** Those of them that no page preloads, because an area takes them for screens behind others. */
  late?: readonly string[];
  /** Exports of packages that are provided only partially, by request. */
  partialExports?: Readonly<Record<string, readonly string[]>>;
}

const isCode = (file: string) => /\.(js|css)$/.test(file);

/** The options of a request: its own, else those of the package with all subpaths. */
const findOption = (shared: SharedModules, request: string) =>
  shared[request] ?? shared[`${request.split('/')[0]}/`];

const listRequired = (shared: SharedModules, consumes: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    consumes.flatMap((request) => {
      const range = findOption(shared, request)?.requiredVersion;
      return range ? [[request, range]] : [];
    }),
  );

/** The shared packages that code of a group takes: webpack loads them before it runs. */
const consumedIn = ({ chunkGraph }: Compilation, { chunks }: ChunkGroup): string[] =>
  chunks
    .flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)])
    .flatMap((module) => consumedBy(module) ?? []);

/** The group of each shared package that a build provides, by request. */
const providingGroups = ({ chunkGroups }: Compilation): ReadonlyMap<string, ChunkGroup> =>
  new Map(
    chunkGroups.flatMap((group): [string, ChunkGroup][] => {
      const request = providedIn(group);
      return request === undefined ? [] : [[request, group]];
    }),
  );

/** The given groups, and those of the shared packages that they take. */
const withConsumed = (compilation: Compilation, groups: readonly ChunkGroup[]): Set<ChunkGroup> => {
  const providing = providingGroups(compilation);
  const all = new Set(groups);
  for (const group of all)
    for (const request of consumedIn(compilation, group)) {
      const provider = providing.get(request);
      if (provider) all.add(provider);
    }
  return all;
};

/** The files without which the code of the given groups does not run. */
const listRequiredFiles = (compilation: Compilation, groups: readonly ChunkGroup[]): string[] => [
  ...new Set([...withConsumed(compilation, groups)].flatMap((group) => group.getFiles()).filter(isCode)),
];

const sharedFiles = (compilation: Compilation): Record<string, string[]> =>
  Object.fromEntries(
    [...providingGroups(compilation)].map(([request, group]) => [
      request,
      listRequiredFiles(compilation, [group]),
    ]),
  );

const filesOfGroups = (compilation: Compilation, names: readonly string[]): string[] =>
  listRequiredFiles(
    compilation,
    names.flatMap((name) => compilation.namedChunkGroups.get(name) ?? []),
  );

/** The requests of the shared packages that some chunk takes. Modules of which nothing is used are in none. */
const listConsumed = ({ modules, chunkGraph }: Compilation): string[] => {
  const used = [...modules].filter((module) => chunkGraph.getNumberOfModuleChunks(module) > 0);
  return [...new Set(used.flatMap((module) => consumedBy(module) ?? []))].sort();
};

/** Writes `files.json`, because module federation's own manifest lacks integrity hashes. */
export class FileListPlugin {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  private listWidgets(compilation: Compilation): Record<string, WidgetFiles> {
    const { container, widgets = [] } = this.options;
    return Object.fromEntries(
      widgets.map((name) => [
        name,
        {
          files: filesOfGroups(compilation, [container, widgetChunk(name)]),
          exposes: exposedNames(compilation, `./${name}`),
        },
      ]),
    );
  }

  private list(compilation: Compilation, takes: SharedExports): FileList {
    const { groups, publicPages, onDemand = [], late = [] } = this.options;
    const files = sharedFiles(compilation);
    const always = Object.keys(files).filter((request) => !onDemand.includes(request));
    const initial = [...filesOfGroups(compilation, groups), ...always.flatMap((request) => files[request]!)];
    const consumes = listConsumed(compilation);
    const first = [...new Set(initial)].filter(isCode);
    return {
      container: this.options.container,
      entry: [...compilation.entrypoints.values()]
        .flatMap((entry) => entry.getFiles())
        .filter((file) => file.endsWith('.js')),
      initial: first,
      ...(publicPages === undefined
        ? {}
        : {
            publicPages: filesOfGroups(compilation, [publicPages]).filter((file) => !first.includes(file)),
          }),
      shared: files,
      ...(late.length === 0 ? {} : { late: late.filter((request) => files[request]) }),
      provides: listProvided(this.options.shared),
      consumes,
      requires: listRequired(this.options.shared, consumes),
      gives: providedNames(compilation, this.options.partialExports ?? {}),
      takes,
      exposes: exposedNames(compilation, './area'),
      widgets: this.listWidgets(compilation),
      integrity: Object.fromEntries(
        Object.entries(compilation.assets)
          .filter(([file]) => isCode(file))
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([file, source]) => [file, computeIntegrity(source.buffer())]),
      ),
      builtAt: new Date().toISOString(),
    };
  }

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('FileListPlugin', (compilation) => {
      const importedNames = trackImportedNames(compilation);
      // Runs after the real content hashes are computed, when names and contents are final.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'FileListPlugin', stage }, () => {
        const text = JSON.stringify(this.list(compilation, importedNames()), null, 2);
        compilation.emitAsset('files.json', new webpack.sources.RawSource(text));
      });
    });
  }
}
