// Every text of every call at full length, made of what patterns and parsers take longest for. A pattern that is not linear
// takes this file far over its budget of CPU time, which fails the run.
import { isSoak, seededRandom, testSeed } from '@readerlens/filters/testing';
import { testDatabase } from './platform/testing/index.ts';
import { askedCalls, callWorld } from './testing/call-inputs.ts';

const { listInputs, send } = callWorld(testDatabase());

const repeated = (part: string, length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Each is what a loop within a loop would try again and again. */
const worst: readonly ((length: number) => string)[] = [
  (length) => `<a@b>${repeated('a', length - 6)}!`,
  (length) => `${repeated('a@', length - 1)} `,
  (length) => `a${repeated(' ', length - 2)}a`,
  (length) => `${repeated('\n', length - 1)}x`,
  (length) => repeated('"', length),
  (length) => repeated('<', length),
  (length) => repeated('((', length),
  (length) => repeated('%_', length),
  (length) => repeated('&amp;', length),
  (length) => repeated('a.b-', length),
  (length) => repeated('0', length),
  (length) => repeated('e\u0301', length),
  (length) => repeated(', ; ', length),
  (length) => repeated('https://a?', length),
];
/** The limits of texts: names, notes, and files of addresses. */
const lengths = [200, 2_000, 20_000, 100_000];

type Json = unknown;

/** Copies of a value with each of its texts replaced. */
const withEachText = (value: Json, text: string): Json[] => {
  if (typeof value === 'string') return [text];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      withEachText(item, text).map((changed) => value.with(index, changed) as Json),
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    withEachText(item, text).map((changed) => ({ ...value, [key]: changed })),
  );
};

const random = seededRandom(testSeed);
/** All in the soak; one of them in a short run. */
const chosen = <Item>(items: readonly Item[]): readonly Item[] =>
  isSoak ? items : items.slice(Math.floor(random() * items.length)).slice(0, 1);

it.each(askedCalls)('%s answers to texts that take long', async (call) => {
  const [input = {}] = listInputs(call);
  const statuses: number[] = [];
  for (const length of chosen(lengths))
    for (const text of chosen(worst))
      for (const [place, longest] of [
        ['body', length],
        ['query', Math.min(length, 2_000)],
      ] as const)
        for (const changed of withEachText(input[place], text(longest)))
          statuses.push((await send(call, { ...input, [place]: changed })).status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
