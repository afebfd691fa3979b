import { startFakeServer } from './fake-server.ts';
import type { Answer, SeenCall } from './fake-server.ts';

/** By 'METHOD /path'. */
type Answers = Record<string, Answer | ((seen: SeenCall) => Answer)>;

/** A fake server with a table of responses, which may be changed while it runs. */
export const startFakeApi = async (initial: Answers = {}) => {
  const answers = { ...initial };
  const server = await startFakeServer((seen) => {
    const found = answers[seen.call];
    return typeof found === 'function' ? found(seen) : found;
  });
  return { ...server, answers };
};

export type FakeApi = Awaited<ReturnType<typeof startFakeApi>>;
