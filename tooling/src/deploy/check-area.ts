import { isDeepStrictEqual } from 'node:util';
import { isAreaEntry } from '@readerlens/contract/area-entry';
import { formatDeclaredName, pickDescription } from '@readerlens/contract/registry';
import type { AreaDescription, AreaManifest, Registry } from '@readerlens/contract/registry';
import semver from 'semver';
import { findEntry } from '../registry/stored-registry.ts';
import { breaking, callFindings, note } from '../area/contract/call-findings.ts';
import type { Finding } from '../area/contract/call-findings.ts';
import { asSchema, shapeInDocument } from '../area/contract/call-shapes.ts';
import { DeployError } from '../area/deploy-error.ts';
import type { LiveShell } from './live-shell.ts';
import { routeConflicts } from './route-conflicts.ts';
import { slotFindings } from './slot-findings.ts';

const packageFindings = ({ consumes, requires }: AreaManifest, { provides }: LiveShell): Finding[] =>
  consumes.flatMap((request) => {
    const version = provides[request];
    const range = requires[request] ?? '*';
    if (version === undefined)
      return [breaking(`the live shell does not provide ${request}, which this area requires`)];
    if (semver.satisfies(version, range, { includePrerelease: true })) return [];
    return [breaking(`the live shell provides ${request} ${version}, but this area requires ${range}`)];
  });

/** Versions of the @readerlens packages rarely change, so the exports that the area imports are checked as well. */
const exportFindings = ({ takes = {} }: AreaManifest, { gives }: LiveShell): Finding[] =>
  Object.entries(takes).flatMap(([request, names]) => {
    const provided = gives[request];
    const missing = provided ? names.filter((name) => name !== '*' && !provided.includes(name)) : [];
    return missing.map((name) =>
      breaking(`the live shell's ${request} has no export ${name}, which this area imports`),
    );
  });

const originFindings = ({ base }: AreaManifest, { address, areaOrigins }: LiveShell): Finding[] => {
  const { origin } = new URL(base, address);
  return origin === new URL(address).origin || areaOrigins.includes(origin)
    ? []
    : [breaking(`the live shell does not allow areas from ${origin}: add it to its AREA_ORIGINS`)];
};

/** Describes how a version is incompatible with the live shell and its API. */
export const versionFindings = (manifest: AreaManifest, shell: LiveShell): Finding[] => [
  ...packageFindings(manifest, shell),
  ...exportFindings(manifest, shell),
  ...Object.entries(manifest.calls).flatMap(([key, shape]) =>
    callFindings(key, shape, shapeInDocument(shell.api, key)),
  ),
];

/** Older servers list no backends, and have none. */
const backendFindings = ({ id, backend }: AreaManifest, { address, api }: LiveShell): Finding[] => {
  const listed = api['x-area-backends'];
  if (!backend || (Array.isArray(listed) && listed.includes(id))) return [];
  return [breaking(`${address} has no backend for ${id}: add it to its AREA_BACKENDS`)];
};

/** Like `versionFindings`, and checks that the shell allows the origin of the version's files, and has its backend. */
export const shellFindings = (manifest: AreaManifest, shell: LiveShell): Finding[] => [
  ...versionFindings(manifest, shell),
  ...originFindings(manifest, shell),
  ...backendFindings(manifest, shell),
];

/** Whether an address of the API, or its beginning if it ends with a slash, is one of this path. */
const isAddressIn = (address: string, pathOfApi: string): boolean => {
  const segments = address.split('/');
  const others = pathOfApi.split('/');
  const isBeginning = segments.at(-1) === '';
  if (isBeginning) segments.pop();
  return (
    (isBeginning ? segments.length < others.length : segments.length === others.length) &&
    segments.every((segment, at) => others[at]?.startsWith('{') || others[at] === segment)
  );
};

/** Describes which calls and addresses, that the contract of an area does not have, the live API does not have either. */
export const otherCallFindings = (names: readonly string[], { api }: LiveShell): Finding[] => {
  const paths = Object.keys(asSchema(api.paths));
  const pages = api['x-pages'];
  const isPage = (name: string) =>
    Array.isArray(pages) && pages.some((page) => name === page || name.startsWith(`${page}/`));
  const isOffered = (name: string) =>
    name.startsWith('/')
      ? isPage(name) || paths.some((each) => isAddressIn(name, each))
      : shapeInDocument(api, name) !== undefined;
  return names
    .filter((name) => !isOffered(name))
    .map((name) => breaking(`the live API does not offer ${name}, which this area names`));
};

/** Where a command writes. */
export interface WrittenChannel {
  /** The store, as configured. */
  target: string;
  /** Undefined if nothing has been deployed to it. */
  storeId: string | undefined;
  /** Undefined if it only uploads: all channels of a store have the same versions. */
  channel: string | undefined;
}

/** Describes that a shell does not read what a command writes, so that its checks are of another product. */
export const channelFindings = (
  { target, storeId, channel }: WrittenChannel,
  { address, reads }: LiveShell,
): Finding[] => {
  if (!reads) return [note(`${address} does not say which store and channel it reads`)];
  if (reads.storeId !== storeId)
    return [breaking(`${address} reads another store than ${target} (AREAS_STORE)`)];
  return channel === undefined || reads.channel === channel
    ? []
    : [breaking(`${address} reads the channel ${reads.channel}, not ${channel} (AREAS_CHANNEL)`)];
};

/** Users may have bookmarked them, and other areas may link to them. */
const removedRoutes = ({ id, routes }: AreaManifest, { areas }: Registry): Finding[] =>
  (findEntry({ areas: areas.filter(isAreaEntry) }, id)?.routes ?? [])
    .filter((live) => !routes.some(({ path }) => path === live.path))
    .map(({ path }) => note(`the route ${path} is removed: this version does not have it`));

/** Users keep them. Their pages are closed, unless a later version has them again. */
const removedClaims = ({ id, claims = [] }: AreaManifest, { areas }: Registry): Finding[] =>
  (findEntry({ areas: areas.filter(isAreaEntry) }, id)?.claims ?? [])
    .filter((live) => !claims.some(({ name }) => name === live.name))
    .map(({ name, label }) =>
      note(
        `the claim ${formatDeclaredName(id, name)} (${label}) is removed: users who have it keep it without effect`,
      ),
    );

/** The operator of the product sets them. */
const newSwitches = ({ id, switches = [] }: AreaManifest, { areas }: Registry): Finding[] => {
  const live = findEntry({ areas: areas.filter(isAreaEntry) }, id)?.switches ?? [];
  return switches
    .filter(({ name }) => !live.some((each) => each.name === name))
    .map(({ name, label, default: isOn }) => {
      const [now, other] = isOn ? ['on', '-'] : ['off', '+'];
      return note(
        `${label} is ${now}, unless the product has FEATURES=${other}${formatDeclaredName(id, name)}`,
      );
    });
};

/**
 * Describes how a version conflicts with other deployed areas, and what of its live version, or of them, is lost. `later` are the areas
 * that the same command deploys after it.
 */
export const registryFindings = (
  manifest: AreaManifest,
  registry: Registry,
  later: readonly AreaDescription[] = [],
): Finding[] => [
  ...routeConflicts(manifest, registry).map(breaking),
  ...removedRoutes(manifest, registry),
  ...removedClaims(manifest, registry),
  ...newSwitches(manifest, registry),
  // The entry of another area may be invalid.
  ...slotFindings(manifest, { areas: registry.areas.filter(isAreaEntry) }, later),
];

/** What the shell reads from the deployed version, for everybody. */
const readDeclared = (area: AreaDescription): Readonly<Record<string, unknown>> => {
  const { owner: _owner, repository: _repository, ...declared } = pickDescription(area);
  return { ...declared };
};

/** Describes what a canary declares otherwise than the deployed version, whose menus and routes everybody has. */
export const canaryFindings = (manifest: AreaManifest, live: AreaDescription): Finding[] => {
  const [canary, stable] = [readDeclared(manifest), readDeclared(live)];
  return Object.keys({ ...stable, ...canary })
    .filter((field) => !isDeepStrictEqual(canary[field] ?? [], stable[field] ?? []))
    .map((field) =>
      breaking(`${field} in area.json is not that of the deployed version, which a canary must have`),
    );
};

/** Throws DeployError `would-break` if any finding is breaking; `subject` starts the sentence, and `hint` ends it. */
export const assertNothingBreaks = (
  subject: string,
  findings: readonly Finding[],
  hint = 'Nothing was changed. Use --force to deploy anyway.',
) => {
  const problems = findings.filter(({ level }) => level === 'breaking').map(({ text }) => `- ${text}`);
  if (problems.length === 0) return;
  throw new DeployError('would-break', `${subject} would break:\n${problems.join('\n')}\n${hint}`);
};
