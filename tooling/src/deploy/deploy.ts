import type { AreaManifest } from '@readerlens/contract/registry';
import { readRegistry, switchTo } from '../registry/switch.ts';
import type { Switch } from '../registry/switch.ts';
import { folderOf, readManifest, storedDamage, uploadVersion } from '../registry/versions.ts';
import type { AreaStore } from '../store/area-store.ts';
import { readBuild } from './area-build.ts';
import { buildPackage, packageDir } from './area-package.ts';
import type { NamedArea } from './area-package.ts';
import { assertFits, breaks, registryFindings, shellFindings } from './check-area.ts';
import type { Finding } from './contract/call-findings.ts';
import { DeployError } from './deploy-error.ts';
import { readLiveShell } from './live-shell.ts';
import { tellSeen } from './seen-live.ts';

export interface Target {
  store: AreaStore;
  channel: string;
  /** Address of the live shell. */
  shell: string;
}

export interface DeployOptions extends Target {
  area: NamedArea;
  /** An uploaded version to switch to, instead of a build. */
  version?: string | undefined;
  /** Uploads without switching. */
  stage?: boolean;
  /** Goes on although something would break. */
  force?: boolean;
  /** Where the store's files are public, when that is not the shell's own origin. */
  base?: string | undefined;
  by: string;
  say: (line: string) => void;
}

const line = (label: string, text: string) => `  ${label.padEnd(9)} ${text}`;

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

/** Tells what was found, and throws unless it may be passed over. */
export const settle = (
  what: string,
  findings: readonly Finding[],
  { force, stage, say }: Pick<DeployOptions, 'force' | 'stage' | 'say'>,
) => {
  for (const { text } of findings.filter(({ level }) => level === 'note')) say(line('note', text));
  const problems = findings.filter(({ level }) => level === 'breaks');
  if (!force && !stage) assertFits(what, findings);
  const label = stage ? 'WARNING' : 'FORCED';
  for (const { text } of problems) say(line(label, text));
};

type CheckOptions = Target & Pick<DeployOptions, 'force' | 'stage' | 'say'>;

/** What the live shell has against a version; when it cannot be asked, that is told or thrown. */
const findingsAt = async (
  manifest: AreaManifest,
  { shell, force, stage, say }: CheckOptions,
): Promise<Finding[] | undefined> => {
  try {
    return shellFindings(manifest, await readLiveShell(shell));
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    if (!force && !stage) {
      const hint = 'Nothing was changed. --force goes on unchecked.';
      throw new DeployError(error.code, `${error.message}\n${hint}`, { cause: error });
    }
    say(line('UNCHECKED', error.message));
    return undefined;
  }
};

/**
 * Holds a version against the live shell and the areas beside it; `damage` is what else was found. Throws DeployError
 * unless forced.
 */
const checkVersion = async (
  manifest: AreaManifest,
  options: CheckOptions,
  damage: readonly Finding[] = [],
): Promise<void> => {
  const { store, channel, shell, say } = options;
  const atShell = await findingsAt(manifest, options);
  const beside = registryFindings(manifest, await readRegistry(store, channel));
  const findings = [...damage, ...(atShell ?? []), ...beside];
  settle(`${manifest.id} ${manifest.version}`, findings, options);
  if (atShell && findings.every(({ level }) => level === 'note')) {
    say(line('checked', `against ${shell}: nothing breaks`));
  }
};

/** As `checkVersion`, of a version that lies in the store, with all its files. */
export const checkStored = async (manifest: AreaManifest, options: CheckOptions): Promise<void> => {
  const damage = await storedDamage(options.store, manifest);
  await checkVersion(
    manifest,
    options,
    damage.map((text) => breaks(`${text} in ${options.store.target}; a deploy from its sources mends that`)),
  );
};

/** Tells what a version offers and takes. */
export const tellManifest = (
  { name, id, version, routes, consumes, calls }: AreaManifest,
  say: DeployOptions['say'],
) => {
  say(`${name} (${id}) ${version}`);
  say(line('routes', routes.map(({ path }) => path).join(', ')));
  const made = Object.keys(calls).length;
  say(line('takes', `${count(consumes.length, 'package')} of the shell, ${count(made, 'call')} of the API`));
};

/** Builds and uploads an area. Answers what it says of itself. */
const uploadArea = async (options: DeployOptions): Promise<AreaManifest> => {
  const { area, store, base, say } = options;
  const dir = packageDir(area);
  await buildPackage(dir, (text) => say(line('', text)));
  const build = await readBuild(dir, base);
  const { manifest } = build;
  tellManifest(manifest, say);
  await checkVersion(manifest, options);
  const { files, bytes } = await uploadVersion(store, build);
  const what = files === 0 ? 'was there already' : `${count(files, 'file')}, ${(bytes / 1e6).toFixed(1)} MB`;
  say(line('uploaded', `${store.target}: ${folderOf(manifest.id, manifest.version)} (${what})`));
  return manifest;
};

const uploadedVersion = async (options: DeployOptions, version: string): Promise<AreaManifest> => {
  const manifest = await readManifest(options.store, options.area.id, version);
  tellManifest(manifest, options.say);
  await checkStored(manifest, options);
  return manifest;
};

/** Tells what is live now and what was before. */
export const tellSwitch = ({ entry, before }: Switch, channel: string, say: DeployOptions['say']) => {
  const was = before ? `before: ${before.version}` : 'nothing was before';
  const isSame = before?.version === entry.version;
  say(line('live', `${entry.version} in ${channel}; ${isSame ? 'it was live already' : was}`));
  say(line('fall-back', entry.previous?.version ?? 'none'));
};

/**
 * Deploys an area: builds it, holds it against the live shell, uploads it, and then switches the registry to it. With
 * `version` it switches to one that is uploaded already. Throws DeployError, AreaDescriptionError or StoreError; until
 * the switch, which is one step, nothing that is live has changed.
 */
export const deployArea = async (options: DeployOptions): Promise<AreaManifest> => {
  const { store, channel, shell, by, say, version } = options;
  const manifest = version ? await uploadedVersion(options, version) : await uploadArea(options);
  const what = `${manifest.id} ${manifest.version}`;
  if (options.stage) {
    say(line('staged', `nothing was switched. To make it live: --version ${manifest.version}`));
    return manifest;
  }
  const actor = { by, at: new Date().toISOString() };
  const switched = await switchTo(store, channel, manifest, actor, (registry) =>
    // Another area may have taken a route since the check.
    settle(what, registryFindings(manifest, registry), { ...options, say: () => {} }),
  );
  tellSwitch(switched, channel, say);
  await tellSeen({ shell, id: manifest.id, version: manifest.version, say });
  return manifest;
};
