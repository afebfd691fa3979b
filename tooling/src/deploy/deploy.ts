import { countText } from '@readerlens/contract/numbers';
import type { AreaDescription, AreaManifest, AreaProvenance } from '@readerlens/contract/registry';
import { planDeploy } from '../registry/switch-plan.ts';
import { ensureStoreId, readStoreId } from '../registry/store-id.ts';
import { readRegistry, switchTo } from '../registry/switch.ts';
import type { Switch } from '../registry/switch.ts';
import { buildFolder, readManifest, storedVersionProblems, uploadVersion } from '../registry/versions.ts';
import type { AreaStore } from '../store/area-store.ts';
import { readBuild } from '../area/area-build.ts';
import { formatDeploy } from '../registry/deploy-command.ts';
import { buildPackage, packageDir } from './area-package.ts';
import type { NamedArea } from './area-package.ts';
import {
  assertNothingBreaks,
  channelFindings,
  otherCallFindings,
  registryFindings,
  shellFindings,
} from './check-area.ts';
import { breaking } from '../area/contract/call-findings.ts';
import type { Finding } from '../area/contract/call-findings.ts';
import { DeployError } from '../area/deploy-error.ts';
import { readLiveShell } from './live-shell.ts';
import type { LiveShell } from './live-shell.ts';
import { kitFindings } from './check-kit.ts';
import { typeFindings } from './check-types.ts';
import { confirmLive } from './confirm-live.ts';
import { readProven } from './read-proven.ts';

export interface Target {
  store: AreaStore;
  channel: string;
  /** Address of the live shell. */
  shell: string;
}

export interface DeployOptions extends Target {
  area: NamedArea;
  /** The areas that the same command deploys after this one. */
  later?: readonly AreaDescription[];
  /** An uploaded version to switch to, instead of a build. */
  version?: string | undefined;
  /** Uploads without switching. */
  stage?: boolean;
  /** Continues despite breaking findings. */
  force?: boolean;
  /** Where the store's files are public, if not on the shell's own origin. */
  base?: string | undefined;
  by: string;
  log: (line: string) => void;
}

export const line = (label: string, text: string) => `  ${label.padEnd(9)} ${text}`;

/** Logs the findings. Throws DeployError on a breaking one, unless forced or only staging. */
export const enforceFindings = (
  subject: string,
  findings: readonly Finding[],
  { force, stage, log }: Pick<DeployOptions, 'force' | 'stage' | 'log'>,
) => {
  for (const { text } of findings.filter(({ level }) => level === 'note')) log(line('note', text));
  const problems = findings.filter(({ level }) => level === 'breaking');
  if (!force && !stage) assertNothingBreaks(subject, findings);
  const label = stage ? 'WARNING' : 'FORCED';
  for (const { text } of problems) log(line(label, text));
};

type CheckOptions = Target & Pick<DeployOptions, 'force' | 'later' | 'stage' | 'log'>;

/** What the live shell provides. If its store has no id, `store` gets one, and the shell shows whether it is the same. */
const readLiveShellFor = async (store: AreaStore, shell: string): Promise<LiveShell> => {
  const live = await readLiveShell(shell);
  if (!live.reads || live.reads.storeId) return live;
  await ensureStoreId(store);
  return readLiveShell(shell);
};

/** Checks a version against the live shell. If the shell is unreachable, throws, or logs that when forced or staging. */
const findingsAgainstShell = async (
  manifest: AreaManifest,
  { store, channel, shell, force, stage, log }: CheckOptions,
  otherCalls: readonly string[],
): Promise<Finding[] | undefined> => {
  try {
    const live = await readLiveShellFor(store, shell);
    const storeId = await readStoreId(store);
    const written = { target: store.target, storeId, channel: stage ? undefined : channel };
    return [
      ...channelFindings(written, live),
      ...shellFindings(manifest, live),
      ...otherCallFindings(otherCalls, live),
    ];
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    if (!force && !stage) {
      const hint = 'Nothing was changed. Use --force to deploy unchecked.';
      throw new DeployError(error.code, `${error.message}\n${hint}`, { cause: error });
    }
    log(line('UNCHECKED', error.message));
    return undefined;
  }
};

/**
 * Checks a version against the live shell and the other areas, and reports these findings together with `ownFindings`.
 * Throws DeployError unless forced.
 */
const checkVersion = async (
  manifest: AreaManifest,
  options: CheckOptions,
  ownFindings: readonly Finding[],
  otherCalls: readonly string[] = [],
): Promise<void> => {
  const { store, channel, shell, later, log } = options;
  const shellProblems = await findingsAgainstShell(manifest, options, otherCalls);
  const areaProblems = registryFindings(manifest, await readRegistry(store, channel), later);
  const findings = [...ownFindings, ...(shellProblems ?? []), ...areaProblems];
  enforceFindings(`${manifest.id} ${manifest.version}`, findings, options);
  if (shellProblems && findings.every(({ level }) => level === 'note')) {
    log(line('checked', `against ${shell}: nothing breaks`));
  }
};

/** Like `checkVersion`, for a version in the store; checks its files as well. */
export const checkStoredVersion = async (manifest: AreaManifest, options: CheckOptions): Promise<void> => {
  const fileProblems = await storedVersionProblems(options.store, manifest);
  await checkVersion(
    manifest,
    options,
    fileProblems.map((text) =>
      breaking(`${text} in ${options.store.target}; deploy from source to repair it`),
    ),
  );
};

const formatProvenance = ({ owner, repository, commit, builtAt }: AreaProvenance): string =>
  [owner, repository, commit && `commit ${commit}`, builtAt && `built ${builtAt}`].filter(Boolean).join(', ');

/** Logs where a version comes from, and what it provides and requires. */
export const logManifest = (manifest: AreaManifest, log: DeployOptions['log']) => {
  const { name, id, version, routes, consumes, calls } = manifest;
  log(`${name} (${id}) ${version}`);
  const provenance = formatProvenance(manifest);
  if (provenance) log(line('from', provenance));
  log(line('routes', routes.map(({ path }) => path).join(', ')));
  const callCount = Object.keys(calls).length;
  log(line('uses', `${countText(consumes.length, 'shared package')}, ${countText(callCount, 'API call')}`));
};

/** Builds and uploads an area. Returns its manifest. */
const uploadArea = async (options: DeployOptions): Promise<AreaManifest> => {
  const { area, store, shell, base, log } = options;
  const dir = packageDir(area);
  const types = await typeFindings(dir);
  await buildPackage(dir, (text) => log(line('', text)));
  const build = await readBuild(dir, base);
  logManifest(build.manifest, log);
  const ownFindings = [...types, ...(await kitFindings(shell))];
  await checkVersion(build.manifest, options, ownFindings, build.otherCalls);
  const { files, bytes, manifest } = await uploadVersion(store, build);
  const summary =
    files === 0 ? 'already uploaded' : `${countText(files, 'file')}, ${(bytes / 1e6).toFixed(1)} MB`;
  log(line('uploaded', `${store.target}: ${buildFolder(manifest.id, manifest.version)} (${summary})`));
  return manifest;
};

const uploadedVersion = async (options: DeployOptions, version: string): Promise<AreaManifest> => {
  const manifest = await readManifest(options.store, options.area.id, version);
  logManifest(manifest, options.log);
  await checkStoredVersion(manifest, options);
  return manifest;
};

/** Logs the live version and the one before it. */
export const logSwitch = ({ entry, before }: Switch, channel: string, log: DeployOptions['log']) => {
  const replaced = before ? `replaces ${before.version}` : 'first version';
  const isSame = before?.version === entry.version;
  log(line('live', `${entry.version} in ${channel}; ${isSame ? 'already live' : replaced}`));
  log(line('fallback', entry.previous?.version ?? 'none'));
};

/**
 * Deploys an area: builds it, checks it against the live shell, uploads it, and then switches the registry to it. With
 * `version`, switches to a version that is already uploaded. The switch is atomic, and nothing live changes before it.
 * Throws DeployError, AreaDescriptionError or StoreError.
 */
export const deployArea = async (options: DeployOptions): Promise<AreaManifest> => {
  const { store, channel, shell, by, log, version } = options;
  const manifest = version ? await uploadedVersion(options, version) : await uploadArea(options);
  const subject = `${manifest.id} ${manifest.version}`;
  if (options.stage) {
    const place = { target: store.target, channel, shell };
    const goLive = formatDeploy(`${manifest.id} --version ${manifest.version}`, place);
    log(line('staged', `not live. To make it live: ${goLive}`));
    return manifest;
  }
  const actor = { by, at: new Date().toISOString() };
  const { id } = manifest;
  const switched = await switchTo({
    store,
    channel,
    manifest,
    proven: await readProven(shell, id, await readRegistry(store, channel)),
    plan: (registry) => {
      // Another area may have taken a route since the check.
      enforceFindings(subject, registryFindings(manifest, registry), { ...options, log: () => {} });
      return planDeploy(registry, id, manifest.version, actor);
    },
  });
  logSwitch(switched, channel, log);
  await confirmLive({ shell, id, version: manifest.version, log });
  return manifest;
};
