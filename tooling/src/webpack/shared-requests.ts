import type { ChunkGroup, Module } from 'webpack';

/** The request that a federation module provides: `provide module (default) @scope/name@1.2.3 = /path`. */
export const providedBy = (module: Module): string | undefined =>
  /^provide module \([^)]*\) (.+)@[^@]+ = /.exec(module.identifier())?.[1];

/** The request that a federation module consumes: `consume-shared-module|default|request|…`. */
export const consumedBy = (module: Module): string | undefined =>
  /^consume-shared-module\|[^|]*\|([^|]+)\|/.exec(module.identifier())?.[1];

/** The request of the shared package that a chunk group provides. */
export const providedIn = (group: ChunkGroup): string | undefined =>
  group.origins.flatMap(({ module }) => (module && providedBy(module)) ?? [])[0];
