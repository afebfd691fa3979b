import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deployArea } from '../deploy/deploy.ts';
import type { DeployOptions } from '../deploy/deploy.ts';
import { rollBackArea } from '../deploy/roll-back.ts';
import { findEntry } from '../registry/stored-registry.ts';
import { readRegistry } from '../registry/switch.ts';
import type { AreaStore } from '../store/area-store.ts';
import { directoryStore } from '../store/directory-store.ts';
import { startLiveProduct } from './live-product.ts';
import type { LiveProduct } from './live-product.ts';
import { writeSampleArea } from './sample-area.ts';
import type { SampleArea } from './sample-area.ts';

/** Nothing listens at this address. */
export const nowhere = 'http://127.0.0.1:9999';

/** The live product, to which each test deploys areas of its own; its store is empty at first. */
export const deployWorld = () => {
  let live: LiveProduct;
  let root: string;
  let store: AreaStore;
  let logged: string[];

  beforeAll(async () => {
    live = await startLiveProduct('site', {
      AREA_ORIGINS: 'https://areas.example',
      PREVIEW_ORIGINS: 'https://staged.example',
    });
  });
  afterAll(() => live.close());

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'deploy-'));
    rmSync(path.join(live.root, 'site'), { recursive: true, force: true });
    store = directoryStore(path.join(live.root, 'site'));
    logged = [];
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** What all commands take. */
  const common = () => ({
    store,
    channel: 'production',
    shell: live.address,
    by: 'tester',
    log: (line: string) => void logged.push(line),
  });

  return {
    live: () => live,
    /** The folder with the packages of areas. */
    root: () => root,
    store: () => store,
    common,
    deploy: async (sample: SampleArea = {}, options: Partial<DeployOptions> = {}) => {
      const dir = writeSampleArea(root, sample);
      return deployArea({ ...common(), area: { id: sample.id ?? 'sample', dir }, ...options });
    },
    rollBack: (options: { version?: string; force?: boolean; shell?: string } = {}) =>
      rollBackArea({ ...common(), id: 'sample', ...options }),
    /** The live version of the area, and its fallback. */
    liveVersions: async (channel = 'production') => {
      const entry = findEntry(await readRegistry(store, channel), 'sample');
      return entry && [entry.version, entry.previous?.version];
    },
    /** What the commands of the test logged. */
    output: () => logged.join('\n'),
  };
};
