import type { AreaVersion } from '@readerlens/contract/registry';
import type { AreaLifecycles, CommandSource } from '@readerlens/ui';
import { QueryClient } from '@tanstack/react-query';
import { testRegistry } from '../testing/registry.ts';
import { loadCommandSources, findCommands } from './command-sources.ts';

const [area] = testRegistry.areas as [(typeof testRegistry.areas)[0]];
const lifecycle = () => Promise.resolve();
const bare: AreaLifecycles = {
  bootstrap: lifecycle,
  mount: lifecycle,
  update: lifecycle,
  unmount: lifecycle,
};
const readers: CommandSource = { group: 'Readers', order: 1, find: () => [] };

/** Loads the versions of an area as given; one that is missing does not load. */
const loading =
  (versions: Record<string, unknown>) =>
  async (_: string, { version }: AreaVersion) => {
    if (!(version in versions)) throw new Error(`${version} is broken`);
    return { ms: 1, lifecycles: { ...bare, ...(versions[version] as Partial<AreaLifecycles>) } };
  };

const withCommands = (commands: unknown) => ({ commands: () => Promise.resolve(commands) });

it('has none of an area that was built without', async () => {
  expect(await loadCommandSources(area, loading({ 1: {} }))).toEqual([]);
});

it('leaves out what is no source', async () => {
  const found = [readers, { group: 'No order', find: () => [] }, null, 'text'];
  expect(await loadCommandSources(area, loading({ 1: withCommands(found) }))).toEqual([readers]);
  expect(await loadCommandSources(area, loading({ 1: withCommands('text') }))).toEqual([]);
});

it('takes the version to fall back to, as a visit does', async () => {
  const fallible = { ...area, previous: { ...area, version: '0' } };
  expect(await loadCommandSources(fallible, loading({ 0: withCommands([readers]) }))).toEqual([readers]);
  await expect(loadCommandSources(fallible, loading({}))).rejects.toThrow('0 is broken');
  const throwing = { commands: () => Promise.reject(new Error('no commands')) };
  await expect(loadCommandSources(area, loading({ 1: throwing }))).rejects.toThrow('no commands');
});

it('offers only entries with a page of this product', async () => {
  const entry = { id: '1', label: 'Mira', to: '/reader/1' };
  const entries = [
    entry,
    { ...entry, label: 'The same id' },
    { ...entry, to: 'https://evil.example' },
    { ...entry, to: '//evil.example' },
    { ...entry, label: undefined },
  ];
  const options = { signal: new AbortController().signal, queryClient: new QueryClient() };
  const source = { ...readers, find: () => entries as never };
  expect(await findCommands(source, 'm', options)).toEqual([entry]);
  const failing = {
    ...readers,
    find: () => {
      throw new Error('failed');
    },
  };
  await expect(findCommands(failing, 'm', options)).rejects.toThrow('failed');
});
