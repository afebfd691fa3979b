import { rmSync } from 'node:fs';
import path from 'node:path';
import { findHistory } from '../registry/stored-registry.ts';
import { readRegistry } from '../registry/switch.ts';
import { deployWorld, nowhere } from '../testing/deploy-world.ts';
import { deployArea } from './deploy.ts';
import { withdrawArea } from './withdraw.ts';

const { common, deploy, live, liveVersions, output, rollBack, store } = deployWorld();

describe('rollBackArea', () => {
  const three = async () => {
    const versions: string[] = [];
    for (const script of ['one', 'two', 'three']) versions.push((await deploy({ script })).version);
    return versions;
  };

  it('makes the previous version live, with the version before that as its fallback', async () => {
    const [one, two, bad] = await three();
    await rollBack();
    expect(await liveVersions()).toEqual([two, one]);
    expect(output()).toContain(`live      ${two} in production; replaces ${bad}`);
    expect(findHistory(await readRegistry(store(), 'production'), 'sample').at(-1)).toMatchObject({
      version: bad,
      withdrawn: true,
    });
    const fixed = await deploy({ script: 'four' });
    expect(await liveVersions()).toEqual([fixed.version, two]);
  });

  it('rolls back to a given version', async () => {
    const [one] = await three();
    await rollBack({ version: one! });
    expect(await liveVersions()).toEqual([one, undefined]);
  });

  it('lists the known versions when there is no good one left', async () => {
    const [, , bad] = await three();
    await rollBack();
    await rollBack();
    await expect(rollBack()).rejects.toMatchObject({
      code: 'nothing-to-roll-back',
      message: expect.stringContaining(`Choose one with --version: `),
    });
    await expect(rollBack()).rejects.toThrow(`${bad} (rolled back from)`);
  });

  it('checks the target version, unless forced', async () => {
    const old = await deploy({ requires: { react: '^18.0.0' } }, { force: true });
    const now = await deploy({ script: 'two' });
    await expect(rollBack()).rejects.toMatchObject({ code: 'would-break' });
    expect(await liveVersions()).toEqual([now.version, old.version]);
    await rollBack({ force: true });
    expect(await liveVersions()).toEqual([old.version, undefined]);
  });

  it('refuses a target with missing files', async () => {
    const old = await deploy();
    const now = await deploy({ script: 'two' });
    rmSync(path.join(live().root, 'site', old.base, 'remoteEntry.js'));
    await expect(rollBack()).rejects.toThrow('remoteEntry.js is missing');
    expect(await liveVersions()).toEqual([now.version, old.version]);
  });

  it('goes back one step when two rollbacks run at once', async () => {
    const [one, two] = await three();
    const results = await Promise.allSettled([rollBack(), rollBack()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await liveVersions()).toEqual([two, one]);
  });

  it('refuses an area that is not deployed and a version that is already live', async () => {
    await expect(rollBack()).rejects.toThrow(
      `sample is not deployed in production.\nNo areas are deployed in ${store().target} (production).`,
    );
    const { version } = await deploy();
    await expect(rollBack({ version })).rejects.toThrow('is already live');
  });
});

describe('the fallback', () => {
  /** What browsers report for visits of a version. */
  const visit = (version: string, kind: 'mount' | 'failure' = 'mount') =>
    live()
      .db.kysely.insertInto('area_sample')
      .values({
        area: 'sample',
        version,
        kind,
        value: kind === 'mount' ? 20 : null,
        phase: kind === 'failure' ? 'load' : null,
        failure: kind === 'failure' ? 'error' : null,
        vital: null,
      })
      .execute();

  const restore = (version: string, shell = live().address) =>
    deployArea({ ...common(), area: { id: 'sample', dir: undefined }, version, shell, force: true });

  beforeEach(() => live().db.kysely.deleteFrom('area_sample').execute());

  it('is the last version that visits proved, through rollback, forward, withdrawal and restore', async () => {
    const a = await deploy({ script: 'a' });
    await visit(a.version);
    const b = await deploy({ script: 'b' });
    await visit(b.version, 'failure');
    await visit(b.version);
    const c = await deploy({ script: 'c' });
    expect(await liveVersions()).toEqual([c.version, a.version]);
    await rollBack({ version: a.version });
    expect(await liveVersions()).toEqual([a.version, undefined]);
    await rollBack({ version: c.version });
    expect(await liveVersions()).toEqual([c.version, a.version]);
    await withdrawArea({ ...common(), id: 'sample' });
    expect(await liveVersions()).toBeUndefined();
    await restore(c.version);
    expect(await liveVersions()).toEqual([c.version, a.version]);
    await visit(c.version);
    const unvisited = await deploy({ script: 'd' });
    expect(await liveVersions()).toEqual([unvisited.version, c.version]);
    await deploy({ script: 'e' });
    expect((await liveVersions())?.[1]).toBe(c.version);
  });

  it('survives the deletion of the measurements, and an unreachable shell', async () => {
    const a = await deploy({ script: 'a' });
    await visit(a.version);
    const b = await deploy({ script: 'b' });
    await live().db.kysely.deleteFrom('area_sample').execute();
    const c = await deploy({ script: 'c' });
    expect(await liveVersions()).toEqual([c.version, a.version]);
    await restore(b.version, nowhere);
    expect(await liveVersions()).toEqual([b.version, a.version]);
  });
});
