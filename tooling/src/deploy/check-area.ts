import type { AreaManifest, Registry } from '@readerlens/contract/registry';
import semver from 'semver';
import { entryOf } from '../registry/stored-registry.ts';
import { callFindings } from './contract/call-findings.ts';
import type { Finding } from './contract/call-findings.ts';
import { shapeInDocument } from './contract/call-shapes.ts';
import { DeployError } from './deploy-error.ts';
import type { LiveShell } from './live-shell.ts';
import { routeConflicts } from './route-conflicts.ts';

export const breaks = (text: string): Finding => ({ level: 'breaks', text });
const note = (text: string): Finding => ({ level: 'note', text });

const packageFindings = ({ consumes, requires }: AreaManifest, { provides }: LiveShell): Finding[] =>
  consumes.flatMap((request) => {
    const version = provides[request];
    const range = requires[request] ?? '*';
    if (version === undefined)
      return [breaks(`the live shell does not provide ${request}, which this area takes from it`)];
    if (semver.satisfies(version, range, { includePrerelease: true })) return [];
    return [breaks(`the live shell provides ${request} ${version}, and this area needs ${range}`)];
  });

/** The versions of Readerlens' own packages say little: what counts is that what the area takes of them is there. */
const nameFindings = ({ takes = {} }: AreaManifest, { gives }: LiveShell): Finding[] =>
  Object.entries(takes).flatMap(([request, names]) => {
    const given = gives[request];
    const missing = given ? names.filter((name) => name !== '*' && !given.includes(name)) : [];
    return missing.map((name) => breaks(`the live shell's ${request} has no ${name}, which this area uses`));
  });

const originFindings = ({ base }: AreaManifest, { address, areaOrigins }: LiveShell): Finding[] => {
  const { origin } = new URL(base, address);
  return origin === new URL(address).origin || areaOrigins.includes(origin)
    ? []
    : [breaks(`the live shell takes no areas from ${origin}: it is not among its AREA_ORIGINS`)];
};

/** What would not fit between a version, wherever it lies, and the live shell with its API, in words. */
export const versionFindings = (manifest: AreaManifest, shell: LiveShell): Finding[] => [
  ...packageFindings(manifest, shell),
  ...nameFindings(manifest, shell),
  ...Object.entries(manifest.calls).flatMap(([key, shape]) =>
    callFindings(key, shape, shapeInDocument(shell.api, key)),
  ),
];

/** As `versionFindings`, of a version that is to be deployed where it lies. */
export const shellFindings = (manifest: AreaManifest, shell: LiveShell): Finding[] => [
  ...versionFindings(manifest, shell),
  ...originFindings(manifest, shell),
];

/** Somebody may have them among their bookmarks, or another area may lead there. */
const goneRoutes = ({ id, routes }: AreaManifest, registry: Registry): Finding[] =>
  (entryOf(registry, id)?.routes ?? [])
    .filter((live) => !routes.some(({ path }) => path === live.path))
    .map(({ path }) => note(`the route ${path} goes: this version does not have it`));

/** What would not fit between a version and what is deployed: other areas, and the live version of its own. */
export const registryFindings = (manifest: AreaManifest, registry: Registry): Finding[] => [
  ...routeConflicts(manifest, registry).map(breaks),
  ...goneRoutes(manifest, registry),
];

/** Throws DeployError `would-break` when anything breaks; `what` begins the sentence. */
export const assertFits = (what: string, findings: readonly Finding[]) => {
  const problems = findings.filter(({ level }) => level === 'breaks').map(({ text }) => `- ${text}`);
  if (problems.length === 0) return;
  const hint = 'Nothing was changed. --force goes on all the same.';
  throw new DeployError('would-break', `${what} would break:\n${problems.join('\n')}\n${hint}`);
};
