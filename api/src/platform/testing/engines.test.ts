import { enginesOfRun } from './engines.ts';

it.each([
  [{ hasServer: true, seed: 20_260_328, chosen: undefined }, 'pglite'],
  [{ hasServer: true, seed: 20_260_329, chosen: undefined }, 'postgres'],
  [{ hasServer: true, seed: 20_260_331, chosen: undefined }, 'postgres'],
  [{ hasServer: true, seed: 20_260_401, chosen: undefined }, 'pglite'],
  [{ hasServer: true, seed: 20_260_330, chosen: 'both' }, 'pglite,postgres'],
  [{ hasServer: false, seed: 20_260_331, chosen: undefined }, 'pglite'],
  [{ hasServer: false, seed: 20_260_331, chosen: 'both' }, 'pglite'],
])('%j runs tests of any engine on %s', (options, engines) => {
  expect(enginesOfRun(options)).toBe(engines);
});

it('refuses an unknown choice', () => {
  expect(() => enginesOfRun({ hasServer: true, seed: 1, chosen: 'all' })).toThrow('ENGINES');
});
