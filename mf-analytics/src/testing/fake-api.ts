import { startFakeServer } from '@readerlens/auth/testing';
import type * as Fake from '@readerlens/auth/testing';

export interface SeenBody {
  filters: { field: string; value: unknown }[];
  size?: number;
  bucket?: string;
  page?: number;
  query?: string;
  activityTypes?: string[];
  itemIds?: string[];
  exportId?: string;
}

export interface Answer extends Fake.Answer {
  /** Computes the data from the request body, instead of `data`. */
  answerData?: (body: SeenBody) => unknown;
}

/** A fake server that responds by path, or by method and path. `answers` may be changed while it runs. */
export const startFakeApi = async () => {
  const answers: Record<string, Answer> = {};
  const server = await startFakeServer<SeenBody>(({ call, path, body }) => {
    const answer = answers[call] ?? answers[path];
    return answer?.answerData ? { ...answer, data: answer.answerData(body) } : answer;
  });
  return {
    ...server,
    answers,
    paths: () => server.calls.map(({ path }) => path.replace(/^\/api\//, '')),
  };
};

export type FakeApi = Awaited<ReturnType<typeof startFakeApi>>;
