import { AppError, badRequest, conflict, notFound, unavailable } from '@readerlens/api';
import type { AreaDeploys, Config, SwitchRequest } from '@readerlens/api';
import { StoreError } from '@readerlens/api/storage';
import type { SwitchedArea } from '@readerlens/contract';
import { pickVersion } from '@readerlens/contract/registry';
import type { AreaManifest, JsonSchema, Registry } from '@readerlens/contract/registry';
import type { FastifyInstance } from 'fastify';
import { breaking } from '../area/contract/call-findings.ts';
import type { Finding } from '../area/contract/call-findings.ts';
import { DeployError } from '../area/deploy-error.ts';
import type { DeployProblem } from '../area/deploy-error.ts';
import {
  assertNothingBreaks,
  canaryFindings,
  registryFindings,
  shellFindings,
} from '../deploy/check-area.ts';
import { parseLiveShell } from '../deploy/live-shell.ts';
import type { LiveShell } from '../deploy/live-shell.ts';
import { prepareRollback } from '../deploy/roll-back.ts';
import { removeFromRegistry } from '../deploy/withdraw.ts';
import { computeIntegrity } from '../integrity.ts';
import { findEntry, findHistory, RegistryError } from '../registry/stored-registry.ts';
import type { StoredRegistry } from '../registry/stored-registry.ts';
import { planDeploy } from '../registry/switch-plan.ts';
import type { SwitchPlan } from '../registry/switch-plan.ts';
import { readRegistry, switchTo } from '../registry/switch.ts';
import {
  buildFolder,
  manifestName,
  readManifest,
  readWhole,
  storedVersionProblems,
} from '../registry/versions.ts';
import type { AreaStore } from '../store/area-store.ts';
import { receiveUploads } from './received-upload.ts';

const refusals: Partial<Record<DeployProblem, (message: string) => AppError>> = {
  'would-break': conflict,
  'nothing-to-roll-back': conflict,
  'upload-differs': unavailable,
  'unknown-version': notFound,
};

/** What went wrong, for whoever deploys. What is wrong with the store itself is for the operator, in the log. */
const translate = (error: unknown): unknown => {
  if (error instanceof DeployError) return (refusals[error.code] ?? badRequest)(error.message);
  if (error instanceof StoreError || error instanceof RegistryError)
    return unavailable('The areas of this server cannot be changed at the moment.');
  return error;
};

/** The deploys with errors that callers of the API understand. */
const withRefusals = (deploys: AreaDeploys, app: FastifyInstance): AreaDeploys => {
  const entries = Object.entries(deploys).map(([name, run]) => [
    name,
    async (...args: unknown[]): Promise<unknown> => {
      try {
        return await (run as (...values: unknown[]) => Promise<unknown>)(...args);
      } catch (error) {
        if (!(error instanceof AppError)) app.log.warn({ err: error }, 'An area could not be deployed');
        throw translate(error);
      }
    },
  ]);
  return Object.fromEntries(entries) as AreaDeploys;
};

const listNotes = (findings: readonly Finding[]) =>
  findings.filter(({ level }) => level === 'note').map(({ text }) => text);

const nothingChanged = 'Nothing was changed.';
const nameVersion = ({ id, version }: AreaManifest) => `${id} ${version}`;

interface Place {
  store: AreaStore;
  channel: string;
  /** Address of the product. */
  address: string;
  readShell: () => Promise<LiveShell>;
}

const switching = ({ store, channel, address, readShell }: Place) => {
  const readProven = async ({ area, findProven }: SwitchRequest, registry: StoredRegistry) => {
    const versions = findHistory(registry, area).map(({ version }) => version);
    return versions.length === 0 ? [] : findProven(versions);
  };

  /** Everything that the commands check, except what needs the sources. Throws DeployError `would-break`. */
  const checkVersion = async (manifest: AreaManifest): Promise<Finding[]> => {
    const [problems, shell, registry] = await Promise.all([
      storedVersionProblems(store, manifest),
      readShell(),
      readRegistry(store, channel),
    ]);
    const findings = [
      ...problems.map((text) => breaking(text)),
      ...shellFindings(manifest, shell),
      ...registryFindings(manifest, registry),
    ];
    assertNothingBreaks(nameVersion(manifest), findings, nothingChanged);
    return findings;
  };

  const makeLive = async (
    manifest: AreaManifest,
    proven: readonly string[],
    plan: (registry: StoredRegistry) => SwitchPlan,
  ): Promise<SwitchedArea> => {
    const findings = await checkVersion(manifest);
    const { entry, before } = await switchTo({
      store,
      channel,
      manifest,
      proven,
      plan: (registry) => {
        // Another area may have taken a route since the check.
        assertNothingBreaks(nameVersion(manifest), registryFindings(manifest, registry), nothingChanged);
        return plan(registry);
      },
    });
    return {
      version: entry.version,
      before: before?.version ?? null,
      fallback: entry.previous?.version ?? null,
      notes: listNotes(findings),
    };
  };

  const requireLive = (registry: Registry, area: string) => {
    const entry = findEntry(registry, area);
    if (!entry) throw conflict(`${area} is not deployed.`);
    return entry;
  };

  return {
    describeStaged: async (area: string, version: string) => {
      // Says that a version is unknown, or its description damaged.
      await readManifest(store, area, version);
      const folder = buildFolder(area, version);
      const bytes = (await readWhole(store, folder + manifestName))!;
      return { base: new URL(folder, `${address}/`).href, integrity: computeIntegrity(bytes) };
    },
    deploy: async (request: SwitchRequest, version: string) => {
      const manifest = await readManifest(store, request.area, version);
      const proven = await readProven(request, await readRegistry(store, channel));
      const actor = { by: request.by, at: new Date().toISOString() };
      return makeLive(manifest, proven, (registry) => planDeploy(registry, request.area, version, actor));
    },
    rollBack: async (request: SwitchRequest, version: string | undefined) => {
      const { area: id, by } = request;
      requireLive(await readRegistry(store, channel), id);
      const rollback = await prepareRollback(
        { store, channel, shell: address, id, version, by },
        (registry) => readProven(request, registry),
      );
      return makeLive(rollback.manifest, rollback.proven, rollback.plan);
    },
    prepareCanary: async (area: string, version: string) => {
      const live = requireLive(await readRegistry(store, channel), area);
      if (live.version === version) throw conflict(`${version} is the deployed version of ${area}.`);
      const manifest = await readManifest(store, area, version);
      await checkVersion(manifest);
      assertNothingBreaks(nameVersion(manifest), canaryFindings(manifest, live), nothingChanged);
      return { files: pickVersion(manifest), stable: live.version };
    },
    readLive: async () => {
      const { areas } = await readRegistry(store, channel);
      return new Map(areas.map(({ id, version }) => [id, version]));
    },
    withdraw: async (request: SwitchRequest) => {
      requireLive(await readRegistry(store, channel), request.area);
      const target = { store, channel, shell: address };
      const { version, lost } = await removeFromRegistry(target, request.area, (registry) =>
        readProven(request, registry),
      );
      return { version: null, before: version, fallback: null, notes: listNotes(lost) };
    },
  };
};

interface Options {
  store: AreaStore;
  config: Pick<Config, 'areas' | 'publicUrl'>;
}

/** Lets the API of a server deploy to its store. What the server itself serves is what versions are checked against. */
export const addAreaDeploys = (app: FastifyInstance, { store: opened, config }: Options): void => {
  const { publicUrl: address } = config;
  // Messages name the product: the place of the store is for the operator only.
  const store = { ...opened, target: address };
  const readJson = async (url: string) => (await app.inject(url)).json<JsonSchema>();
  const readShell = async () => {
    const [files, api] = await Promise.all(['/shell/files.json', '/api/openapi.json'].map(readJson));
    return parseLiveShell(address, files!, api!, null);
  };
  const place = { store, channel: config.areas.channel, address, readShell };
  app.decorate('areaDeploys', withRefusals({ ...receiveUploads(store), ...switching(place) }, app));
};
