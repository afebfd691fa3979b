import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useLeaveGuard } from './area-context.tsx';
import type { AreaProps, LeaveGuard } from './area-context.tsx';
import { defineArea } from './define-area.tsx';
import { lazyScreen } from './lazy-screen.tsx';

const Reader = () => {
  const { id } = useParams();
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <h1>{`Reader ${id} ${query.get('tab')}`}</h1>
      <Link to="/reader/2">Next</Link>
      <button onClick={() => setQuery({ tab: 'b' }, { replace: true })}>Tab</button>
    </>
  );
};
const Form = () => {
  const [dirty, setDirty] = useState(false);
  useLeaveGuard(dirty ? 'Leave without saving?' : undefined);
  return <button onClick={() => setDirty(true)}>Change</button>;
};
const Broken = () => {
  throw new Error('no data');
};
let chunkWorks = true;
let chunkLoads = 0;
let arrival = Promise.resolve();
const late = () =>
  lazyScreen(async () => {
    chunkLoads += 1;
    await arrival;
    if (!chunkWorks) throw new Error('chunk lost');
    return () => <h1>Late</h1>;
  });

const area = defineArea({
  name: 'test',
  routes: [
    { path: '/reader/:id', element: <Reader /> },
    { path: '/form', element: <Form /> },
    { path: '/broken', element: <Broken /> },
    { path: '/late', Component: late() },
    { path: '/later', Component: late() },
  ],
});

const at = (path: string): AreaProps['location'] => {
  const url = new URL(path, location.origin);
  return { pathname: url.pathname, search: url.search, hash: url.hash, state: null, key: path };
};

const guards = new Set<LeaveGuard>();
const propsAt = (path: string): AreaProps => ({
  basename: '/',
  location: at(path),
  navigate: jest.fn(),
  registerGuard: (guard) => {
    guards.add(guard);
    return () => guards.delete(guard);
  },
  onReady: jest.fn(),
  onError: jest.fn(),
  domElement: document.body.appendChild(document.createElement('div')),
});

const mounted: AreaProps[] = [];
const mount = async (path: string) => {
  const props = propsAt(path);
  await area.bootstrap(props);
  await area.mount(props);
  mounted.push(props);
  return props;
};

beforeEach(() => {
  // The area has its own React root, which renders outside of the test's act().
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});
afterEach(async () => {
  await Promise.all(mounted.splice(0).map((props) => area.unmount(props)));
  document.body.replaceChildren();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

it('shows the screen of the location and follows updates', async () => {
  const props = await mount('/reader/1?tab=a');
  expect(screen.getByRole('heading', { name: 'Reader 1 a' })).toBeInTheDocument();
  await waitFor(() => expect(props.onReady).toHaveBeenCalledTimes(1));
  await area.update({ ...props, location: at('/reader/2?tab=b') });
  expect(await screen.findByRole('heading', { name: 'Reader 2 b' })).toBeInTheDocument();
  expect(props.onReady).toHaveBeenCalledTimes(1);
});

it('shows an error with a link for a path without a screen', async () => {
  // The router also logs it to the console.
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const props = await mount('/of/another/version');
  expect(await screen.findByRole('heading', { level: 1, name: '404 Not Found' })).toBeInTheDocument();
  expect(screen.getByText('There is no page at this address.')).toBeInTheDocument();
  await waitFor(() => expect(props.onReady).toHaveBeenCalledTimes(1));
  screen.getByRole('link', { name: 'Go to Performance Overview' }).click();
  expect(props.navigate).toHaveBeenCalledWith('/', expect.anything());
});

it('leaves navigation to the shell', async () => {
  const props = await mount('/reader/1?tab=a');
  screen.getByRole('link', { name: 'Next' }).click();
  expect(props.navigate).toHaveBeenCalledWith('/reader/2', expect.objectContaining({ state: undefined }));
  screen.getByRole('button', { name: 'Tab' }).click();
  expect(props.navigate).toHaveBeenCalledWith('/reader/1?tab=b', expect.objectContaining({ replace: true }));
});

it('registers a leave guard, and removes it on unmount', async () => {
  const props = await mount('/form');
  const questions = () => [...guards].map((guard) => guard());
  expect(questions()).toEqual([undefined]);
  screen.getByRole('button', { name: 'Change' }).click();
  await waitFor(() => expect(questions()).toEqual(['Leave without saving?']));
  await area.unmount(mounted.pop() ?? props);
  expect(questions()).toEqual([]);
  expect(props.domElement).toBeEmptyDOMElement();
});

it('prefetches the screen of a path, and no other', async () => {
  chunkLoads = 0;
  await area.prefetch?.('/form');
  expect(chunkLoads).toBe(0);
  await area.prefetch?.('/late');
  expect(chunkLoads).toBe(1);
});

it('can be mounted twice at the same time', async () => {
  const first = await mount('/reader/1?tab=a');
  await mount('/reader/2?tab=a');
  await area.unmount(first);
  mounted.shift();
  expect(screen.getByRole('heading', { name: 'Reader 2 a' })).toBeInTheDocument();
});

describe('a screen that fails', () => {
  const expectErrors = () => {
    // React logs caught errors to the console; here they are expected.
    jest.spyOn(console, 'error').mockImplementation(() => {});
  };

  /** Mounts a screen whose chunk is lost after the page has shown that it loads. */
  const mountWithoutChunk = async (path: string) => {
    let arrive = () => {};
    arrival = new Promise((resolve) => {
      arrive = resolve;
    });
    chunkWorks = false;
    const props = await mount(path);
    await screen.findByRole('status', { name: 'Loading' });
    arrive();
    expect(await screen.findByRole('alert')).toHaveTextContent('chunk lost');
    chunkWorks = true;
    return props;
  };

  it('is reported, and other routes of the area keep working', async () => {
    expectErrors();
    const props = await mount('/broken');
    expect(screen.getByRole('alert')).toHaveTextContent('no data');
    expect(props.onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'no data' }));
    expect(props.onReady).not.toHaveBeenCalled();
    await area.update({ ...props, location: at('/reader/3?tab=c') });
    expect(await screen.findByRole('heading', { name: 'Reader 3 c' })).toBeInTheDocument();
  });

  it('reloads its chunk on the next visit', async () => {
    expectErrors();
    const props = await mountWithoutChunk('/later');
    await area.update({ ...props, location: at('/form') });
    expect(await screen.findByRole('button', { name: 'Change' })).toBeInTheDocument();
    await area.update({ ...props, location: at('/later') });
    expect(await screen.findByRole('heading', { name: 'Late' })).toBeInTheDocument();
  });

  it('reloads its chunk on retry', async () => {
    expectErrors();
    chunkLoads = 0;
    await mountWithoutChunk('/late');
    expect(chunkLoads).toBe(1);
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(await screen.findByRole('heading', { name: 'Late' })).toBeInTheDocument();
    expect(chunkLoads).toBe(2);
  });
});
