export interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Work that answers requests in their order. */
type Work<Request, Answer> = (requests: readonly Request[]) => Promise<readonly Answer[]>;

const answerAlone = async <Request, Answer>(
  work: Work<Request, Answer>,
  waiting: readonly Waiting<Request, Answer>[],
): Promise<void> => {
  for (const { request, resolve, reject } of waiting)
    await work([request]).then(([answer]) => resolve(answer as Answer), reject);
};

/**
 * Does the work of several requests together. If it fails, each is repeated on its own, so that only those fail that
 * are the reason. `work` must leave nothing behind when it fails.
 */
export const answerTogether = async <Request, Answer>(
  work: Work<Request, Answer>,
  waiting: readonly Waiting<Request, Answer>[],
): Promise<void> => {
  try {
    const answers = await work(waiting.map(({ request }) => request));
    for (const [index, { resolve }] of waiting.entries()) resolve(answers[index] as Answer);
  } catch (error) {
    const [first] = waiting;
    if (waiting.length === 1) first?.reject(error);
    else await answerAlone(work, waiting);
  }
};

/** Answers the calls of one turn of the event loop together. */
export const together = <Request, Answer>(
  work: Work<Request, Answer>,
): ((request: Request) => Promise<Answer>) => {
  let waiting: Waiting<Request, Answer>[] = [];
  const answer = () => {
    const turn = waiting;
    waiting = [];
    void answerTogether(work, turn);
  };
  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(answer);
      waiting.push({ request, resolve, reject });
    });
};
