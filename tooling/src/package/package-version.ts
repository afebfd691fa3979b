/** Enough of a hash to find the commit. */
const hashLength = 12;

/**
 * The version of a package: that of the sources with their commit, as semantic versions have it. So packages of several commits have
 * folders of their own. A commit that is no hash may come from BUILD_COMMIT, and is part of the name of a folder.
 */
export const formatVersion = (version: string, commit: string | undefined): string => {
  if (commit === undefined) return version;
  const short = commit.replace(/^([0-9a-f]{40})/, (hash) => hash.slice(0, hashLength));
  return `${version}+${short.replaceAll(/[^0-9A-Za-z.-]/g, '-')}`;
};
