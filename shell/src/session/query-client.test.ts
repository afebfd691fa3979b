import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

beforeEach(() => queryClient.mount());
afterEach(() => {
  queryClient.unmount();
  queryClient.clear();
});

it('asks again for what failed without a network, as soon as there is one', async () => {
  let isConnected = false;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: async () => {
      if (!isConnected) throw new Error('The server cannot be reached.');
      return 'list';
    },
    networkMode: 'always',
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
