import type { AreaManifest } from '@readerlens/contract/registry';

/** A manifest without requirements for shell and API; defaults to version `v1` of the area `sample`. */
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
