import type { AreaManifest } from '@readerlens/contract/registry';
import { areaManifest as manifest } from '../testing/area-manifest.ts';
import { assertFits, registryFindings, shellFindings } from './check-area.ts';
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
  ])('let %s %s pass', (request, range) => {
    expect(texts(needs(request, range))).toEqual([]);
  });

  it.each([
    ['react', '^20.0.0', 'the live shell provides react 19.3.1, and this area needs ^20.0.0'],
    ['@readerlens/ui', '^0.2.0', 'the live shell provides @readerlens/ui 0.1.0, and this area needs ^0.2.0'],
    [
      'react/jsx-dev-runtime',
      '^19.3.0',
      'the live shell does not provide react/jsx-dev-runtime, which this area takes from it',
    ],
    ['lodash', '^4.0.0', 'the live shell does not provide lodash, which this area takes from it'],
    [
      '@readerlens/ui/charts',
      '^0.1.0',
      'the live shell does not provide @readerlens/ui/charts, which this area takes from it',
    ],
  ])('name %s %s', (request, range, text) => {
    expect(texts(needs(request, range))).toEqual([text]);
  });
});

describe('names of shared packages', () => {
  it.each([
    ['of which all are there', { '@readerlens/ui': ['Table', 'Button'] }],
    ['of a package that is taken whole', { dayjs: ['*'] }],
    ['of a package of which nothing is known', { react: ['useState'] }],
  ])('%s let the area pass', (_, takes) => {
    expect(texts(manifest({ takes }))).toEqual([]);
  });

  it('that the live shell does not have break the area', () => {
    expect(texts(manifest({ takes: { '@readerlens/ui': ['Button', 'Stepper'] } }))).toEqual([
      "the live shell's @readerlens/ui has no Stepper, which this area uses",
    ]);
  });
});

describe('where the files are', () => {
  it('is the own origin, or one that the shell allows for more than previews', () => {
    expect(texts(manifest())).toEqual([]);
    expect(texts(manifest({ base: 'https://areas.example/areas/sample/v1/' }))).toEqual([]);
    for (const origin of ['https://elsewhere.example', 'https://staged.example']) {
      expect(texts(manifest({ base: `${origin}/areas/sample/v1/` }))).toEqual([
        `the live shell takes no areas from ${origin}: it is not among its AREA_ORIGINS`,
      ]);
    }
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

  it('fit, whatever the live API calls its path parameters', () => {
    expect(texts(area, live({ type: 'object', properties: { endDate: string } }))).toEqual([]);
  });

  it('are named with what they lack', () => {
    expect(
      texts(area, live({ type: 'object', properties: { startDate: string }, required: ['startDate'] })),
    ).toEqual(['POST /api/x/{id}: the live API requires `startDate`, which this area does not send']);
    expect(texts(area)).toEqual(['POST /api/x/{id} is not offered by the live API']);
  });
});

describe('routes', () => {
  it('are held against those of the other areas', () => {
    const findings = registryFindings(manifest(), { areas: [manifest({ id: 'other' })] });
    expect(() => assertFits('sample v1', findings)).toThrow(
      'sample v1 would break:\n- the route /sample meets /sample of the area other',
    );
    expect(() => assertFits('sample v1', [{ level: 'note', text: 'by the way' }])).not.toThrow();
  });
});
