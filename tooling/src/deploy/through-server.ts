import { stat, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Canary, CanaryChange, SwitchedArea, UploadFile } from '@readerlens/contract';
import { isRecord } from '@readerlens/contract/guards';
import { countText, formatCount } from '@readerlens/contract/numbers';
import { ringNames } from '@readerlens/contract/registry';
import type { AreaManifest, Registry } from '@readerlens/contract/registry';
import { readBuild } from '../area/area-build.ts';
import type { AreaBuild } from '../area/area-build.ts';
import { DeployError } from '../area/deploy-error.ts';
import { inParallel } from '../in-parallel.ts';
import { computeIntegrity } from '../integrity.ts';
import { formatDeploy } from '../registry/deploy-command.ts';
import { buildPackage, packageDir } from './area-package.ts';
import type { NamedArea } from './area-package.ts';
import { assertNothingBreaks, otherCallFindings, registryFindings, shellFindings } from './check-area.ts';
import { kitFindings } from './check-kit.ts';
import { typeFindings } from './check-types.ts';
import { confirmLive } from './confirm-live.ts';
import { enforceFindings, line, logManifest } from './deploy.ts';
import { fetchFrom, readLiveShell, requestFrom } from './live-shell.ts';
import type { TokenTarget } from './settings.ts';
import { logWithdrawal } from './withdraw.ts';

/** A server reads all files of a version before it makes it live. */
const deadlineMs = 120_000;
const concurrency = 4;

interface ThroughServer extends TokenTarget {
  log: (line: string) => void;
}

export interface ServerDeployOptions extends ThroughServer {
  area: NamedArea;
  /** An uploaded version to switch to, instead of a build. */
  version?: string | undefined;
  /** Uploads without switching. */
  stage?: boolean;
}

const readData = async (response: Response): Promise<unknown> => {
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isRecord(answer)) return answer['data'];
  const message = isRecord(answer) ? answer['message'] : undefined;
  throw new DeployError(
    'refused',
    typeof message === 'string' ? message : `${response.url} returned status ${response.status}.`,
  );
};

/** Makes a call of the API with the token. Throws DeployError `refused` with the message of the server, or `shell-unreachable`. */
const send = async (
  { shell, token }: TokenTarget,
  method: 'PATCH' | 'POST' | 'PUT',
  address: string,
  body: object | Buffer,
): Promise<unknown> => {
  const isFile = Buffer.isBuffer(body);
  const response = await requestFrom(shell, address, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
    },
    body: isFile ? new Uint8Array(body) : JSON.stringify(body),
    signal: AbortSignal.timeout(deadlineMs),
  });
  return readData(response);
};

const buildAddress = ({ id }: { id: string }, rest: string) => `/api/deploys/${id}/${rest}`;

const describeFile = async (dist: string, file: string): Promise<UploadFile> => {
  const location = path.join(dist, file);
  const [{ size }, bytes] = await Promise.all([stat(location), readFile(location)]);
  return { path: file, size, integrity: computeIntegrity(bytes) };
};

const sendFiles = async (options: ServerDeployOptions, { manifest, dist, files }: AreaBuild) => {
  const described = await Promise.all(files.map((file) => describeFile(dist, file)));
  const announced = { manifest: JSON.stringify(manifest), files: described };
  const begun = await send(options, 'POST', buildAddress(manifest, 'uploads'), announced);
  const { missing } = begun as { missing: string[] };
  const upload = buildAddress(manifest, `uploads/${manifest.version}`);
  await inParallel(missing, concurrency, async (file) => {
    const query = new URLSearchParams({ path: file });
    await send(options, 'PUT', `${upload}/file?${query}`, await readFile(path.join(dist, file)));
  });
  await send(options, 'POST', `${upload}/finish`, {});
  const summary = missing.length === 0 ? 'already uploaded' : countText(missing.length, 'file');
  options.log(line('uploaded', `to ${options.shell} (${summary})`));
};

/** Builds, checks and uploads an area. The server repeats the checks that protect others. */
const uploadArea = async (options: ServerDeployOptions): Promise<AreaManifest> => {
  const { area, shell, stage = false, log } = options;
  const dir = packageDir(area);
  const types = await typeFindings(dir);
  await buildPackage(dir, (text) => log(line('', text)));
  const build = await readBuild(dir);
  const { manifest } = build;
  logManifest(manifest, log);
  const live = await readLiveShell(shell);
  const registry = (await (await fetchFrom(shell, '/registry.json')).json()) as Registry;
  const findings = [
    ...types,
    ...(await kitFindings(shell)),
    ...shellFindings(manifest, live),
    ...otherCallFindings(build.otherCalls, live),
    ...registryFindings(manifest, registry),
  ];
  const subject = `${manifest.id} ${manifest.version}`;
  if (!stage) assertNothingBreaks(subject, findings, 'Nothing was changed.');
  enforceFindings(subject, findings, { stage, log });
  await sendFiles(options, build);
  return manifest;
};

/** Lets the product sign a link to a version in its own store. Returns the signed text. Throws DeployError. */
export const signThroughServer = async (
  target: TokenTarget,
  staged: { id: string; version: string; minutes: number },
): Promise<string> => {
  const { version, minutes } = staged;
  const signed = await send(target, 'POST', buildAddress(staged, 'preview'), { version, minutes });
  return (signed as { token: string }).token;
};

const logServerSwitch = ({ version, before, fallback, notes }: SwitchedArea, log: ThroughServer['log']) => {
  for (const note of notes) log(line('note', note));
  log(line('live', `${version}; ${before ? `replaces ${before}` : 'first version'}`));
  log(line('fallback', fallback ?? 'none'));
};

/**
 * Deploys an area through the API of the product, which switches it for the token's area only. Throws DeployError, with the
 * message of the server if it refuses.
 */
export const deployThroughServer = async (options: ServerDeployOptions): Promise<string> => {
  const { area, shell, log, stage } = options;
  const version = options.version ?? (await uploadArea(options)).version;
  if (stage) {
    log(
      line(
        'staged',
        `not live. To make it live: ${formatDeploy(`${area.id} --version ${version}`, { shell })}`,
      ),
    );
    return version;
  }
  const switched = await send(options, 'POST', buildAddress(area, 'deploy'), { version });
  // The upload has already named what it found.
  const notes = options.version === undefined ? { notes: [] } : {};
  logServerSwitch({ ...(switched as SwitchedArea), ...notes }, log);
  await confirmLive({ shell, id: area.id, version, log });
  return version;
};

/** Rolls an area back through the API of the product. Throws DeployError. */
export const rollBackThroughServer = async (
  options: ThroughServer & { id: string; version?: string | undefined },
): Promise<void> => {
  const { id, version, log } = options;
  const body = version === undefined ? {} : { version };
  const switched = await send(options, 'POST', buildAddress(options, 'rollback'), body);
  log(id);
  logServerSwitch(switched as SwitchedArea, log);
};

/** Removes an area through the API of the product. Throws DeployError. */
export const withdrawThroughServer = async (options: ThroughServer & { id: string }): Promise<void> => {
  const { id, shell, log } = options;
  const { before, notes } = (await send(
    options,
    'POST',
    buildAddress(options, 'withdraw'),
    {},
  )) as SwitchedArea;
  logWithdrawal(id, { version: before, lost: notes }, { place: { shell }, log });
};

const logCanary = (canary: Canary, log: ThroughServer['log']) => {
  const { area, version, stable, ring, state, nextLook, sides } = canary;
  log(`${area} ${version}`);
  const others = ring === '100' ? '' : `; the others have ${stable}`;
  log(line('canary', state === 'running' ? `${state}, for ${ringNames[ring]}${others}` : state));
  for (const [name, side] of Object.entries(sides))
    log(line(name, `failed for ${formatCount(side.failed)} of ${formatCount(side.people)} people`));
  if (nextLook !== null) log(line('next', `compared at ${formatCount(nextLook)} people with it`));
};

/** What a command does with a canary: begin one of a version, promote it, or change it. */
export type CanaryOrder = { version: string } | { promote: true } | CanaryChange;

/** Begins, changes or promotes the canary of an area through the API of the product. Throws DeployError. */
export const orderCanary = async (
  options: ThroughServer & { id: string },
  order: CanaryOrder,
): Promise<void> => {
  const { id, shell, log } = options;
  if ('promote' in order) {
    const switched = await send(options, 'POST', buildAddress(options, 'canary/promote'), {});
    log(id);
    logServerSwitch(switched as SwitchedArea, log);
    const { version } = switched as SwitchedArea;
    if (version) await confirmLive({ shell, id, version, log });
    return;
  }
  const method = 'version' in order ? 'POST' : 'PATCH';
  logCanary((await send(options, method, buildAddress(options, 'canary'), order)) as Canary, log);
};
