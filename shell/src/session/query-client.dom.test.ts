import { sessionStore, setBlinded } from '@readerlens/auth';
import { QueryObserver } from '@tanstack/react-query';
import { dropCacheWithSession, queryClient } from './query-client.ts';

beforeEach(() => queryClient.mount());
afterEach(() => {
  jest.useRealTimers();
  queryClient.unmount();
  queryClient.clear();
});

it('refetches queries that failed offline once the page is online', async () => {
  let isConnected = false;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: async () => {
      if (!isConnected) throw new Error('The server cannot be reached.');
      return 'list';
    },
    retry: false,
  });
  const results: string[] = [];
  const stop = observer.subscribe(({ status }) => results.push(status));
  const settled = (status: string) =>
    new Promise<void>((resolve) => {
      const end = observer.subscribe((result) => {
        if (result.status !== status || result.isFetching) return;
        end();
        resolve();
      });
    });
  dispatchEvent(new Event('offline'));
  await settled('error');
  const recovered = settled('success');
  isConnected = true;
  dispatchEvent(new Event('online'));
  await recovered;
  expect(results.at(-1)).toBe('success');
  stop();
});

describe('toggling Blinded Mode', () => {
  it('drops all cached queries, and refetches the active ones once', async () => {
    jest.useFakeTimers();
    const fetched: string[] = [];
    const watch = (...key: string[]) => ({
      queryKey: key,
      queryFn: async () => {
        fetched.push(key.join(' '));
        return key.join(' ');
      },
    });
    const same = new QueryObserver(queryClient, watch('names'));
    const followed = new QueryObserver(queryClient, watch('list', 'plain'));
    const stops = [
      dropCacheWithSession(),
      // Like a page that renders again.
      sessionStore.subscribe(({ blinded }) =>
        followed.setOptions(watch('list', blinded ? 'blinded' : 'plain')),
      ),
      same.subscribe(() => {}),
      followed.subscribe(() => {}),
    ];
    const settle = () => jest.advanceTimersByTimeAsync(60_000);
    await settle();
    fetched.length = 0;
    setBlinded(true);
    expect(queryClient.getQueryData(['names'])).toBeUndefined();
    await settle();
    expect(fetched.sort()).toEqual(['list blinded', 'names']);
    expect(followed.getCurrentResult().data).toBe('list blinded');
    setBlinded(false);
    for (const stop of stops) stop();
  });
});
