import type { AreaManifest } from '@readerlens/contract/registry';

/** The manifest of a version that asks nothing of shell and API: `sample`, `v1`, unless told. */
export const areaManifest = (own: Partial<AreaManifest> = {}): AreaManifest => {
  const { id = 'sample', version = 'v1' } = own;
  return {
    id,
    name: id,
    routes: [{ path: '/sample', title: 'Sample', access: {} }],
    navigation: [],
    version,
    container: `readerlens_${id}_${version}`,
    base: `/areas/${id}/${version}/`,
    entry: 'remoteEntry.js',
    module: './area',
    preload: [],
    consumes: [],
    integrity: {},
    requires: {},
    calls: {},
    ...own,
  };
};
