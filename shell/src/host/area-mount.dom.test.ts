import { sessionStore } from '@readerlens/auth';
import type { AreaEntry, AreaVersion } from '@readerlens/contract/registry';
import type { AreaLifecycles, AreaProps } from '@readerlens/ui';
import { onAreaEvent } from './area-events.ts';
import { AreaFailure } from './area-failure.ts';
import { AreaMount } from './area-mount.ts';
import type { AreaPhase } from './area-mount.ts';
import { clearFailures } from './area-mount.ts';
import { leaveQuestion } from './leave-guards.ts';

const area = { id: 'sample', name: 'Sample', version: 'v2' } as AreaEntry;
const previous = { version: 'v1' } as AreaVersion;

const onReady = jest.fn();
const propsAt = (pathname: string) =>
  ({
    basename: '/',
    onReady,
    location: { pathname, search: '', hash: '', state: null, key: pathname },
  }) as unknown as AreaProps;

/** An area that logs its lifecycle calls and writes its location into its element; each step takes `ms`. */
const sample = (ms = 0): { lifecycles: AreaLifecycles; log: string[] } => {
  const log: string[] = [];
  const step = (name: string, work: (props: AreaProps) => void) => async (props: AreaProps) => {
    // The clock is fake.
    // eslint-disable-next-line timeless-tests/no-sleep
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

const events: string[] = [];
onAreaEvent((event) => {
  const detail = event.type === 'failed' ? ` ${event.phase} ${event.failure.kind}` : '';
  events.push(`${event.type} ${event.version}${detail}`);
});

// A busy machine may take longer for a step than any time to wait for it.
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

afterEach(() => sessionStore.setState({ token: null }));

beforeEach(() => {
  events.length = 0;
  onReady.mockClear();
  clearFailures(area.id);
});

const start = (
  load: (id: string, version: AreaVersion) => Promise<AreaLifecycles>,
  versions: AreaVersion[] = [area],
) => {
  const parent = document.createElement('div');
  const phases: AreaPhase[] = [];
  const mount = new AreaMount({
    area,
    parent,
    props: propsAt('/one'),
    load: async (id, version) => ({ lifecycles: await load(id, version), ms: 0 }),
    versions: async () => versions,
    onPhase: (phase) => phases.push(phase),
  });
  return { parent, phases, mount };
};

const settle = (ms = 60) => jest.advanceTimersByTimeAsync(ms);

describe('AreaMount', () => {
  it('loads, mounts, follows the location and cleans up', async () => {
    const { lifecycles, log } = sample();
    const { parent, phases, mount } = start(async () => lifecycles);
    await settle();
    expect(parent.textContent).toBe('at /one');
    mount.update(propsAt('/two'));
    await settle();
    expect(parent.textContent).toBe('at /two');
    mount.stop();
    await settle();
    expect(parent.childElementCount).toBe(0);
    expect(log).toEqual(['bootstrap', 'mount', 'update', 'unmount']);
    expect(events).toEqual(['loading v2', 'loaded v2', 'mounted v2', 'unmounted v2']);
    expect(phases.map(({ phase }) => phase)).toEqual(['loading', 'mounted']);
  });

  it('emits one ready event per mount, however often the area reports its first content', async () => {
    let latest: AreaProps | undefined;
    const keep = async (props: AreaProps) => {
      latest = props;
    };
    const { lifecycles } = sample();
    const { mount } = start(async () => ({ ...lifecycles, mount: keep, update: keep }));
    await settle();
    latest?.onReady();
    latest?.onReady();
    mount.update(propsAt('/two'));
    await settle();
    latest?.onReady();
    expect(events.filter((event) => event.startsWith('ready'))).toEqual(['ready v2']);
    expect(onReady).toHaveBeenCalledTimes(3);
    start(async () => ({ ...lifecycles, mount: keep }));
    await settle();
    latest?.onReady();
    expect(events.filter((event) => event.startsWith('ready'))).toHaveLength(2);
  });

  it('takes navigation and leave guards away from an area that was left', async () => {
    const navigate = jest.fn();
    let given: AreaProps | undefined;
    const { lifecycles } = sample();
    const keep = async (props: AreaProps) => {
      given = props;
    };
    const { mount } = start(async () => ({ ...lifecycles, mount: keep }));
    mount.update({ ...propsAt('/two'), navigate });
    await settle();
    const { navigate: kept } = given!;
    sessionStore.setState({ token: 'token' });
    given!.registerGuard(() => 'Stay?');
    expect(leaveQuestion()).toBe('Stay?');
    kept('/three');
    expect(navigate).toHaveBeenCalledTimes(1);
    mount.stop();
    expect(leaveQuestion()).toBeUndefined();
    given!.registerGuard(() => 'Come back?');
    kept('/trap');
    await settle();
    expect(leaveQuestion()).toBeUndefined();
    expect(navigate).toHaveBeenCalledTimes(1);
    expect(events.filter((event) => /leftBehind|failed/.test(event))).toEqual(['leftBehind v2']);
  });

  it('reports a leave guard that throws once, and lets the user leave', async () => {
    const { lifecycles } = sample();
    const guarded = async ({ registerGuard }: AreaProps) => {
      registerGuard(() => {
        throw new Error('No way out');
      });
    };
    start(async () => ({ ...lifecycles, mount: guarded }));
    await settle();
    sessionStore.setState({ token: 'token' });
    expect([leaveQuestion(), leaveQuestion()]).toEqual([undefined, undefined]);
    await settle();
    expect(events.filter((event) => event.startsWith('failed'))).toEqual(['failed v2 run error']);
  });

  it('never mounts an area that was left before it loaded', async () => {
    const { lifecycles, log } = sample();
    const { parent, phases, mount } = start(async () => {
      await settle(30);
      return lifecycles;
    });
    await settle(5);
    mount.stop();
    await settle(80);
    expect(log).toEqual([]);
    expect(parent.childElementCount).toBe(0);
    expect(phases).toEqual([{ phase: 'loading' }]);
  });

  it('unmounts an area that was left while it was mounting', async () => {
    const { lifecycles, log } = sample(20);
    const { parent, mount } = start(async () => lifecycles);
    await settle(30);
    mount.stop();
    await settle(120);
    expect(log).toEqual(['bootstrap', 'mount', 'unmount']);
    expect(parent.childElementCount).toBe(0);
  });

  it('passes on only the latest of many locations', async () => {
    const { lifecycles, log } = sample(5);
    const { parent, mount } = start(async () => lifecycles);
    await settle();
    for (let i = 0; i < 20; i += 1) mount.update(propsAt(`/${i}`));
    await settle();
    expect(parent.textContent).toBe('at /19');
    expect(log.filter((step) => step === 'update')).toHaveLength(1);
  });

  it.each([
    ['an AreaFailure unchanged', new AreaFailure('missing', 'gone'), 'missing'],
    ['anything else as an error', new Error('bad'), 'error'],
  ])('reports %s', async (_, error, kind) => {
    const { phases } = start(() => Promise.reject(error));
    await settle();
    const last = phases.at(-1);
    expect(last?.phase === 'failed' && last.failure.kind).toBe(kind);
  });

  it('reports a mount that throws, and still removes the element', async () => {
    const { lifecycles } = sample();
    const broken = { ...lifecycles, mount: () => Promise.reject(new Error('cannot mount')) };
    const { parent, phases, mount } = start(async () => broken);
    await settle();
    expect(phases.at(-1)).toMatchObject({
      phase: 'failed',
      failure: { kind: 'error', message: 'cannot mount' },
    });
    mount.stop();
    await settle();
    expect(parent.childElementCount).toBe(0);
  });

  it('removes the element even if unmount throws', async () => {
    const { lifecycles } = sample();
    const { parent, mount } = start(async () => ({
      ...lifecycles,
      unmount: () => Promise.reject(new Error('stuck')),
    }));
    await settle();
    mount.stop();
    await settle();
    expect(parent.childElementCount).toBe(0);
  });

  describe('with a version to fall back to', () => {
    const both = [area, previous];
    const { lifecycles: good } = sample();

    it.each([
      [
        'cannot be loaded',
        'load',
        { load: () => Promise.reject(new AreaFailure('missing', 'gone')) },
        'missing',
      ],
      ['cannot start', 'mount', { bootstrap: () => Promise.reject(new Error('no')) }, 'error'],
      ['cannot mount', 'mount', { mount: () => Promise.reject(new Error('no')) }, 'error'],
    ] as const)('runs it when the newest %s', async (_, phase, broken, kind) => {
      const newest = 'load' in broken ? broken.load : async () => ({ ...good, ...broken });
      const { parent, phases, mount } = start(
        async (_id, { version }) => (version === 'v2' ? newest() : good),
        both,
      );
      await settle();
      expect(parent.textContent).toBe('at /one');
      expect(parent.childElementCount).toBe(1);
      expect(phases.at(-1)).toMatchObject({ phase: 'mounted', fallbackReason: { kind } });
      expect(events).toContain(`failed v2 ${phase} ${kind}`);
      expect(events).toContain('fellBack v1');
      mount.stop();
      await settle();
      expect(parent.childElementCount).toBe(0);
    });

    it('skips the failed version at the next visit until its failures are cleared', async () => {
      const loads: string[] = [];
      const load = async (_id: string, { version }: AreaVersion) => {
        loads.push(version);
        if (version === 'v2') throw new AreaFailure('timeout', 'slow');
        return good;
      };
      start(load, both);
      await settle();
      const second = start(load, both);
      await settle();
      expect(loads).toEqual(['v2', 'v1', 'v1']);
      expect(second.phases.at(-1)).toMatchObject({ phase: 'mounted', fallbackReason: { kind: 'timeout' } });
      clearFailures(area.id);
      start(load, both);
      await settle();
      expect(loads.slice(3)).toEqual(['v2', 'v1']);
    });

    it('runs it when the newest crashes later', async () => {
      const { lifecycles, log } = sample();
      const { parent, phases, mount } = start(
        async (_id, { version }) => (version === 'v2' ? lifecycles : good),
        both,
      );
      await settle();
      mount.contentCrashed(new Error('render'));
      await settle();
      expect(log).toEqual(['bootstrap', 'mount', 'unmount']);
      expect(parent.textContent).toBe('at /one');
      expect(phases.at(-1)).toMatchObject({ phase: 'mounted', fallbackReason: { message: 'render' } });
      expect(events).toContain('failed v2 run error');
    });

    it('runs it when the newest cannot follow the location', async () => {
      const { lifecycles, log } = sample();
      const stuck = { ...lifecycles, update: () => Promise.reject(new Error('stuck')) };
      const { parent, phases, mount } = start(
        async (_id, { version }) => (version === 'v2' ? stuck : good),
        both,
      );
      await settle();
      mount.update(propsAt('/two'));
      await settle();
      expect(log).toEqual(['bootstrap', 'mount', 'unmount']);
      expect(parent.textContent).toBe('at /two');
      expect(phases.at(-1)).toMatchObject({ phase: 'mounted', fallbackReason: { message: 'stuck' } });
      expect(events).toContain('failed v2 run error');
    });

    it('reports the failure of the newest when both fail', async () => {
      const { phases } = start(
        async (_id, { version }) => Promise.reject(new AreaFailure('missing', version)),
        both,
      );
      await settle();
      expect(phases.at(-1)).toMatchObject({ phase: 'failed', failure: { message: 'v2' } });
    });
  });

  it('ends an area that cannot follow the location when there is no other version', async () => {
    const { lifecycles, log } = sample();
    const { parent, phases, mount } = start(async () => ({
      ...lifecycles,
      update: () => Promise.reject(new Error('stuck')),
    }));
    await settle();
    mount.update(propsAt('/two'));
    await settle();
    expect(log).toEqual(['bootstrap', 'mount', 'unmount']);
    expect(parent.childElementCount).toBe(0);
    expect(phases.at(-1)).toMatchObject({ phase: 'failed', failure: { message: 'stuck' } });
  });

  it('leaves a crash to the area itself when there is no other version', async () => {
    const { lifecycles, log } = sample();
    const { phases, mount } = start(async () => lifecycles);
    await settle();
    mount.contentCrashed(new Error('render'));
    await settle();
    expect(log).toEqual(['bootstrap', 'mount']);
    expect(phases.at(-1)).toEqual({ phase: 'mounted' });
    expect(events).toContain('failed v2 run error');
  });
});
