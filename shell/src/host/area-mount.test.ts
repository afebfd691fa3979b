import type { AreaEntry } from '@readerlens/contract/registry';
import type { AreaLifecycles, AreaProps } from '@readerlens/ui';
import { AreaFailure } from './area-failure.ts';
import { AreaMount } from './area-mount.ts';
import type { AreaPhase } from './area-mount.ts';

const area = { id: 'sample', name: 'Sample', version: 'v1' } as AreaEntry;

const propsAt = (pathname: string) =>
  ({
    basename: '/',
    location: { pathname, search: '', hash: '', state: null, key: pathname },
  }) as unknown as AreaProps;

/** An area that writes what happens to it into its element, each step taking `ms`. */
const sample = (ms = 0): { lifecycles: AreaLifecycles; log: string[] } => {
  const log: string[] = [];
  const step = (name: string, work: (props: AreaProps) => void) => async (props: AreaProps) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    log.push(name);
    work(props);
  };
  return {
    log,
    lifecycles: {
      bootstrap: step('bootstrap', () => {}),
      mount: step('mount', ({ domElement, location }) => domElement.append(`at ${location.pathname}`)),
      update: step('update', ({ domElement, location }) =>
        domElement.replaceChildren(`at ${location.pathname}`),
      ),
      unmount: step('unmount', ({ domElement }) => domElement.replaceChildren()),
    },
  };
};

const start = (load: () => Promise<AreaLifecycles>) => {
  const place = document.createElement('div');
  const phases: AreaPhase[] = [];
  const mount = new AreaMount({
    area,
    place,
    props: propsAt('/one'),
    load,
    onPhase: (phase) => phases.push(phase),
  });
  return { place, phases, mount };
};

const settle = (ms = 60) => new Promise((resolve) => setTimeout(resolve, ms));

describe('AreaMount', () => {
  it('loads, mounts, follows the location and leaves nothing behind', async () => {
    const { lifecycles, log } = sample();
    const { place, phases, mount } = start(async () => lifecycles);
    await settle();
    expect(place.textContent).toBe('at /one');
    mount.update(propsAt('/two'));
    await settle();
    expect(place.textContent).toBe('at /two');
    mount.stop();
    await settle();
    expect(place.childElementCount).toBe(0);
    expect(log).toEqual(['bootstrap', 'mount', 'update', 'unmount']);
    expect(phases.map(({ phase }) => phase)).toEqual(['loading', 'mounted']);
  });

  it('never mounts what was left before it had loaded', async () => {
    const { lifecycles, log } = sample();
    const { place, phases, mount } = start(async () => {
      await settle(30);
      return lifecycles;
    });
    await settle(5);
    mount.stop();
    await settle(80);
    expect(log).toEqual([]);
    expect(place.childElementCount).toBe(0);
    expect(phases).toEqual([{ phase: 'loading' }]);
  });

  it('unmounts what was left while it was mounting', async () => {
    const { lifecycles, log } = sample(20);
    const { place, mount } = start(async () => lifecycles);
    await settle(30);
    mount.stop();
    await settle(120);
    expect(log).toEqual(['bootstrap', 'mount', 'unmount']);
    expect(place.childElementCount).toBe(0);
  });

  it('hands on only the newest of many locations', async () => {
    const { lifecycles, log } = sample(5);
    const { place, mount } = start(async () => lifecycles);
    await settle();
    for (let i = 0; i < 20; i += 1) mount.update(propsAt(`/${i}`));
    await settle();
    expect(place.textContent).toBe('at /19');
    expect(log.filter((step) => step === 'update')).toHaveLength(1);
  });

  it.each([
    ['an AreaFailure as it is', new AreaFailure('missing', 'gone'), 'missing'],
    ['anything else as an error', new Error('bad'), 'error'],
  ])('reports %s', async (_, error, kind) => {
    const { phases } = start(() => Promise.reject(error));
    await settle();
    const last = phases.at(-1);
    expect(last?.phase === 'failed' && last.failure.kind).toBe(kind);
  });

  it('reports a mount that throws, and still takes the element away', async () => {
    const { lifecycles } = sample();
    const broken = { ...lifecycles, mount: () => Promise.reject(new Error('cannot mount')) };
    const { place, phases, mount } = start(async () => broken);
    await settle();
    expect(phases.at(-1)).toMatchObject({
      phase: 'failed',
      failure: { kind: 'error', message: 'cannot mount' },
    });
    mount.stop();
    await settle();
    expect(place.childElementCount).toBe(0);
  });

  it('takes the element away although unmount throws', async () => {
    const { lifecycles } = sample();
    const { place, mount } = start(async () => ({
      ...lifecycles,
      unmount: () => Promise.reject(new Error('stuck')),
    }));
    await settle();
    mount.stop();
    await settle();
    expect(place.childElementCount).toBe(0);
  });
});
