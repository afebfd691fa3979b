import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot } from '../paths.ts';
import { readRegistry } from '../registry/switch.ts';
import { s3Store } from '../store/s3-store.ts';
import { startS3 } from '@readerlens/api/storage/testing';
import type { S3Server } from '@readerlens/api/storage/testing';
import { freePort } from '@readerlens/api/free-port';
import { startLiveProduct } from '../testing/live-product.ts';
import type { LiveProduct } from '../testing/live-product.ts';
import { writeSampleArea } from '../testing/sample-area.ts';

const previewSecret = 'a secret of thirty-two characters or more';

/** Runs the commands as processes, against a running product whose areas are in S3. */
describe('the commands', () => {
  let root: string;
  let s3: S3Server;
  let live: LiveProduct;
  /** Where versions are served from this machine. */
  let served: string;

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'commands-'));
    s3 = await startS3();
    Object.assign(process.env, s3.environment);
    served = `http://localhost:${await freePort()}`;
    live = await startLiveProduct(s3.target('live'), {
      PREVIEW_SECRET: previewSecret,
      PREVIEW_ORIGINS: served,
    });
  });

  afterAll(async () => {
    await live.close();
    await s3.close();
    rmSync(root, { recursive: true, force: true });
  });

  const buildScriptPath = (command: string) =>
    path.join(repositoryRoot, 'tooling', 'src', 'cli', `${command}.ts`);
  const environment = () => ({
    ...process.env,
    INIT_CWD: root,
    AREAS_STORE: s3.target('live'),
    PUBLIC_URL: live.address,
    PREVIEW_SECRET: previewSecret,
  });
  const run = (command: string, ...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(
        process.execPath,
        [buildScriptPath(command), ...args],
        { env: environment() },
        (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  const registry = (channel = 'production') => readRegistry(s3Store(s3.target('live'), s3.client), channel);

  it('keep both of two concurrent deploys', async () => {
    for (const id of ['one', 'two']) writeSampleArea(root, { id });
    const results = await Promise.all(['mf-one', 'mf-two'].map((name) => run('deploy-remote', name)));
    expect(results.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect((await registry()).areas.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(results[0]!.out).toContain(`${live.address} serves it`);
  });

  it('deploy, refuse and roll back, each with its exit code', async () => {
    const [first] = (await registry()).areas;
    writeSampleArea(root, { id: 'one', script: 'second' });
    expect((await run('deploy-remote', 'mf-one')).code).toBe(0);
    writeSampleArea(root, { id: 'one', script: 'third', requires: { react: '^20.0.0' } });
    const refused = await run('deploy-remote', 'mf-one');
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('one (one)')]);
    expect(refused.err).toMatch(/^one \w+ would break:\n- the live shell provides react/);
    const back = await run('rollback', 'one');
    expect([back.code, back.out]).toEqual([0, expect.stringContaining(`live      ${first!.version}`)]);
    expect((await registry()).areas[0]?.version).toBe(first!.version);
  });

  it('withdraw an area and deploy it again', async () => {
    const { version } = (await registry()).areas[1]!;
    const out = await run('withdraw-remote', 'mf-two');
    expect([out.code, out.out]).toEqual([0, expect.stringContaining('two is removed from production')]);
    expect((await registry()).areas.map(({ id }) => id)).toEqual(['one']);
    const gone = await run('withdraw-remote', 'two');
    expect([gone.code, gone.err]).toEqual([1, 'two is not deployed in production.\n']);
    expect((await run('deploy-remote', 'two', '--version', version)).code).toBe(0);
    expect((await registry()).areas.map(({ id }) => id)).toEqual(['one', 'two']);
  });

  it('stage a version, link to it, and switch to it in each channel', async () => {
    writeSampleArea(root, { id: 'one', script: 'staged' });
    const staged = await run('deploy-remote', 'mf-one', '--stage');
    const version = /staged .*--version (\w+)/.exec(staged.out)?.[1] ?? '';
    expect([staged.code, (await registry()).areas[0]!.version]).not.toEqual([0, version]);
    const link = await run('preview-link', 'one', '--version', version, '--path', '/one', '--minutes', '60');
    expect([link.code, link.out]).toEqual([0, expect.stringContaining(`${live.address}/one`)]);
    const switchIn = (channel: string, ...more: string[]) =>
      run('deploy-remote', 'one', '--channel', channel, '--version', version, ...more);
    expect((await switchIn('production')).code).toBe(0);
    const refused = await switchIn('staging');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('reads the channel production')]);
    expect((await switchIn('staging', '--force')).code).toBe(0);
    for (const channel of ['production', 'staging'])
      expect((await registry(channel)).areas[0]!.version).toBe(version);
  });

  it('roll back to a given version', async () => {
    const { version = '' } = (await registry()).areas[0]?.previous ?? {};
    const { code } = await run('rollback', 'one', '--version', version);
    expect([code, (await registry()).areas[0]!.version]).toEqual([0, version]);
  });

  it('serve a version from this machine, and link to it', async () => {
    const child = spawn(
      process.execPath,
      [buildScriptPath('serve-area'), 'mf-one', '--port', new URL(served).port],
      {
        env: environment(),
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line.startsWith('Stop with')) break;
    }
    const version = /^one (\S+) is served/m.exec(lines.join('\n'))?.[1] ?? '';
    const link = await run('preview-link', 'one', '--version', version, '--at', served);
    expect([link.code, link.err]).toEqual([0, '']);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it.each([
    [['deploy-remote'], 'Specify an area.'],
    [['deploy-remote', 'one', 'two'], "'two' is one argument too many."],
    [['deploy-remote', 'one', '--chanel', 'x'], 'There is no option --chanel.'],
    [['rollback', 'one', '--channel', 'A B'], '--channel must be a name'],
    [['rollback', 'one', '--shell', 'localhost'], '--shell must be an address'],
    [['rollback', 'one', '--to', 's3:bucket'], 's3://bucket/prefix'],
    [['deploy-remote', '--all', 'one'], "--all takes no name; there is 'one'."],
    [['deploy-remote', '--all', '--version', 'v1'], '--version is of one area'],
    [['deploy-remote', 'mf-nothing'], "Area 'mf-nothing' was not found."],
  ])('print usage for %j and exit with code 2', async ([command, ...args], message) => {
    const { code, err } = await run(command!, ...args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).toContain('Usage: npm run');
  });

  it('report a storage error without a stack trace', async () => {
    const gone = await run('rollback', 'one', '--to', 's3://nowhere/live');
    expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('NoSuchBucket')]);
  });
});
