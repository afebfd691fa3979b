import type { AreaManifest } from '@readerlens/contract/registry';
import { areaManifest as manifest } from '../testing/area-manifest.ts';
import { assertNothingBreaks, registryFindings, shellFindings } from './check-area.ts';
import type { LiveShell } from './live-shell.ts';

const string = { type: 'string' };
const answer = { type: 'object', properties: { data: { type: 'null' } }, required: ['data'] };

const shell = (own: Partial<LiveShell> = {}): LiveShell => ({
  address: 'https://readers.example',
  provides: {
    react: '19.3.1',
    'react/jsx-runtime': '19.3.1',
    '@readerlens/ui': '0.1.0',
    dayjs: '2.0.0-beta.1',
  },
  gives: { '@readerlens/ui': ['Button', 'Table'], dayjs: ['default'] },
  api: { paths: {} },
  origins: ['https://areas.example', 'https://staged.example'],
  areaOrigins: ['https://areas.example'],
  reads: { storeId: 'one', channel: 'production' },
  ...own,
});

const texts = (area: AreaManifest, live = shell()) => shellFindings(area, live).map(({ text }) => text);

describe('shared packages', () => {
  const needs = (request: string, range: string) =>
    manifest({ consumes: [request], requires: { [request]: range } });

  it.each([
    ['react', '^19.3.0'],
    ['react/jsx-runtime', '^19.3.1'],
    ['@readerlens/ui', '^0.1.0'],
    ['dayjs', '^2.0.0-beta.0'],
  ])('accept %s %s', (request, range) => {
    expect(texts(needs(request, range))).toEqual([]);
  });

  it.each([
    ['react', '^20.0.0', 'the live shell provides react 19.3.1, but this area requires ^20.0.0'],
    [
      '@readerlens/ui',
      '^0.2.0',
      'the live shell provides @readerlens/ui 0.1.0, but this area requires ^0.2.0',
    ],
    [
      'react/jsx-dev-runtime',
      '^19.3.0',
      'the live shell does not provide react/jsx-dev-runtime, which this area requires',
    ],
    ['lodash', '^4.0.0', 'the live shell does not provide lodash, which this area requires'],
    [
      '@readerlens/ui/charts',
      '^0.1.0',
      'the live shell does not provide @readerlens/ui/charts, which this area requires',
    ],
  ])('report %s %s', (request, range, text) => {
    expect(texts(needs(request, range))).toEqual([text]);
  });
});

describe('exports of shared packages', () => {
  it.each([
    ['that are all provided', { '@readerlens/ui': ['Table', 'Button'] }],
    ['of a package imported as a namespace', { dayjs: ['*'] }],
    ['of a package without an export list', { react: ['useState'] }],
  ])('%s are accepted', (_, takes) => {
    expect(texts(manifest({ takes }))).toEqual([]);
  });

  it('that the live shell does not have are breaking', () => {
    expect(texts(manifest({ takes: { '@readerlens/ui': ['Button', 'Stepper'] } }))).toEqual([
      "the live shell's @readerlens/ui has no export Stepper, which this area imports",
    ]);
  });
});

describe('the origin of the files', () => {
  it("must be the shell's own or one of its AREA_ORIGINS", () => {
    expect(texts(manifest())).toEqual([]);
    expect(texts(manifest({ base: 'https://areas.example/areas/sample/v1/' }))).toEqual([]);
    for (const origin of ['https://elsewhere.example', 'https://staged.example']) {
      expect(texts(manifest({ base: `${origin}/areas/sample/v1/` }))).toEqual([
        `the live shell does not allow areas from ${origin}: add it to its AREA_ORIGINS`,
      ]);
    }
  });
});

describe('the backend of an area', () => {
  it('must be listed by the operator of the product', () => {
    const problem = 'https://readers.example has no backend for sample: add it to its AREA_BACKENDS';
    const listing = (backends: string[]) => shell({ api: { paths: {}, 'x-area-backends': backends } });
    expect(texts(manifest())).toEqual([]);
    expect(texts(manifest({ backend: true }))).toEqual([problem]);
    expect(texts(manifest({ backend: true }), listing(['other']))).toEqual([problem]);
    expect(texts(manifest({ backend: true }), listing(['other', 'sample']))).toEqual([]);
  });
});

describe('calls of the API', () => {
  const operation = {
    parameters: [{ in: 'path', name: 'key', required: true, schema: string }],
    requestBody: {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Range' } } },
    },
    responses: { 200: { content: { 'application/json': { schema: answer } } } },
  };
  const live = (range: object) =>
    shell({
      api: { paths: { '/api/x/{key}': { post: operation } }, components: { schemas: { Range: range } } },
    });
  const area = manifest({
    calls: {
      'POST /api/x/{id}': {
        params: { type: 'object', properties: { id: string }, required: ['id'], additionalProperties: false },
        body: { type: 'object', properties: { endDate: string } },
        answer,
      },
    },
  });

  it('match regardless of the names of path parameters', () => {
    expect(texts(area, live({ type: 'object', properties: { endDate: string } }))).toEqual([]);
  });

  it('are compared too if the body is a form', () => {
    const schema = { type: 'object', properties: { startDate: string }, required: ['startDate'] };
    const content = { 'application/x-www-form-urlencoded': { schema } };
    const paths = { '/api/x/{key}': { post: { ...operation, requestBody: { content } } } };
    expect(texts(area, shell({ api: { paths } }))).toEqual([
      'POST /api/x/{id}: the live API requires `startDate`, which this area does not send',
    ]);
  });

  it('are reported with what is missing', () => {
    expect(
      texts(area, live({ type: 'object', properties: { startDate: string }, required: ['startDate'] })),
    ).toEqual(['POST /api/x/{id}: the live API requires `startDate`, which this area does not send']);
    expect(texts(area)).toEqual(['POST /api/x/{id} is not offered by the live API']);
  });
});

describe('routes', () => {
  it('are checked against those of other areas', () => {
    const findings = registryFindings(manifest(), { areas: [manifest({ id: 'other' })] });
    expect(() => assertNothingBreaks('sample v1', findings)).toThrow(
      'sample v1 would break:\n- the route /sample overlaps /sample of the area other',
    );
    expect(() => assertNothingBreaks('sample v1', [{ level: 'note', text: 'by the way' }])).not.toThrow();
  });
});
