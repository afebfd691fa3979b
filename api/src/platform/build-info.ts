import { readFileSync } from 'node:fs';

/** Which version of the product this is. */
export interface BuildInfo {
  /** That of a package names the commit of its sources. */
  readonly version: string;
  /** Undefined in a checkout, and in a package that was written without git. */
  readonly commit?: string;
}

/** Of this installation. A package has its package.json where a checkout has it. */
export const readBuildInfo = (): BuildInfo => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version, commit } = JSON.parse(manifest) as BuildInfo;
  return commit === undefined ? { version } : { version, commit };
};
