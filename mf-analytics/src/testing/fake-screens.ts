import { closeScreens } from './open-screen.tsx';
import { startFakeApi } from './fake-api.ts';
import type { Answer, FakeApi } from './fake-api.ts';

/** For a test file: a server per test with these answers, and no screens left open. */
export const fakeForScreens = (
  answers: Readonly<Record<string, Answer>>,
): Pick<FakeApi, 'answers' | 'calls' | 'paths'> => {
  let server: FakeApi;
  beforeEach(async () => {
    server = await startFakeApi();
    Object.assign(server.answers, answers);
  });
  afterEach(async () => {
    await closeScreens();
    await server.stop();
  });
  return {
    get answers() {
      return server.answers;
    },
    get calls() {
      return server.calls;
    },
    paths: () => server.paths(),
  };
};
