import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { calls } from '@readerlens/contract';
import type { CallDefinition, EngagementRow } from '@readerlens/contract';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { addApiClient } from '../../people/testing/api-client.ts';
import { testDatabase } from '../../platform/testing/index.ts';

const run = promisify(execFile);
const packageFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const root = dirname(packageFolder);
const page = readFileSync(join(root, 'docs/public-api.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, found, text]) =>
    found === language && text !== undefined ? [text] : [],
  );

const world = activityWorld(testDatabase());

interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  'x-api-clients'?: true;
}

const openapi = async () => (await world().app.inject('/api/openapi.json')).payload;
const listOperations = (text: string): [string, Operation][] =>
  Object.entries((JSON.parse(text) as { paths: Record<string, Record<string, Operation>> }).paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
  );

describe('the OpenAPI document', () => {
  it('has no problem but paths that differ by the names of parameters only', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: await openapi(), absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual([
      ['no-identical-paths', '#/paths/~1api~1saved-searches~1{id}'],
      // No run has the id 'mark-read'.
      ['no-ambiguous-paths', '#/paths/~1api~1notification-dashboard~1{id}~1file'],
      ['no-ambiguous-paths', '#/paths/~1api~1saved-searches~1{id}'],
    ]);
  });

  it('marks the calls of API clients and says how to get a token', async () => {
    const text = await openapi();
    const marked = listOperations(text).filter(([, operation]) => operation['x-api-clients']);
    const open = Object.entries<CallDefinition>(calls).filter(([, { api }]) => api);
    expect(marked.map(([call]) => call).sort()).toEqual(open.map(([call]) => call).sort());
    for (const [, { security }] of marked)
      expect(security).toEqual([{ session: [] }, { apiClient: ['read'] }]);
    expect(JSON.parse(text)).toMatchObject({
      servers: [{ url: 'https://app.example' }],
      components: {
        securitySchemes: {
          apiClient: { flows: { clientCredentials: { tokenUrl: 'https://app.example/api/token' } } },
        },
      },
    });
  });
});

describe('the page about the public API', () => {
  let host: string;
  let folder: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    await world().app.listen({ port: 0, host: '127.0.0.1' });
    host = `http://127.0.0.1:${(world().app.server.address() as AddressInfo).port}`;
    mkdirSync(join(packageFolder, '.cache'), { recursive: true });
    folder = mkdtempSync(join(packageFolder, '.cache/public-api-'));
    const client = await addApiClient(world());
    const clientId = await world().add('client', { name: 'Zeta Labs' });
    await world().add('document', { id: 1, title: 'Cells' });
    await world()
      .db.kysely.insertInto('user_client')
      .values({ user_id: client.user.id, client_id: clientId })
      .execute();
    await world()
      .db.kysely.insertInto('user_community')
      .values({ user_id: client.user.id, community_id: 1 })
      .execute();
    const readerId = await world().add('reader', { first_name: 'Zenobia', last_name: 'Quack' });
    for (let count = 0; count < 3; count += 1)
      await world().addActivity({ clientId, readerId, isSubsequent: count > 0 });
    environment = {
      ...(process.env as Record<string, string>),
      NODE_OPTIONS: '',
      PATH: `${join(packageFolder, 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      READERLENS: host,
      CLIENT_ID: client.clientId,
      CLIENT_SECRET: client.secret,
    };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const shell = async (script: string) =>
    (await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env: environment })).stdout;

  it('reads rows with its commands', async () => {
    const [placeholders, ...commands] = blocks('sh').slice(0, 4);
    expect(placeholders?.match(/^\w+(?==)/gm)).toEqual(['READERLENS', 'CLIENT_ID', 'CLIENT_SECRET']);
    const { data } = JSON.parse(await shell(commands.join(''))) as {
      data: { items: EngagementRow[]; cursor: string };
    };
    expect(data.items.map(({ fullName, docTitle }) => [fullName, docTitle])).toEqual([
      ['Zenobia Quack', 'Cells'],
      ['Zenobia Quack', 'Cells'],
    ]);
    expect(data.cursor).toEqual(expect.any(String));
  });

  it('reads several figures with its command', async () => {
    const [, token = '', client = ''] = blocks('sh');
    const lines = (await shell(`${token}${client}${blocks('sh')[5] ?? ''}`)).trim().split('\n');
    const answers = lines.map((line) => JSON.parse(line) as { index: number; status: number; body: object });
    expect(answers.toSorted((a, b) => a.index - b.index)).toMatchObject([
      { index: 0, status: 200, body: { data: { totalLeads: 3 } } },
      { index: 1, status: 200, body: { data: [{ name: 'Unknown', value: 3 }] } },
    ]);
  });

  it('reads all rows with its generated client, whose types fit', async () => {
    const generate = blocks('sh')[4] ?? '';
    expect(generate).toMatch(/^npx openapi-typescript /);
    await shell(generate.replace('npx ', ''));
    const [program = ''] = blocks('ts');
    writeFileSync(join(folder, 'read.ts'), program);
    const options = {
      target: 'esnext',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ['node'],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['read.ts'] }),
    );
    await shell(`"${join(root, 'node_modules/.bin/tsc')}" -p tsconfig.json`);
    const lines = (await shell('node read.ts')).trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\S+Z Engagement Zenobia Quack Cells$/);
  });
});
