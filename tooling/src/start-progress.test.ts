import { createStartProgress } from './start-progress.ts';
import type { ProgressStream } from './start-progress.ts';

const writeTo = (columns: number) => {
  const written: string[] = [];
  const stream: ProgressStream = {
    isTTY: true,
    columns,
    write: (text: string) => written.push(text) > 0,
  };
  return { stream, written };
};
const clear = ['\u001B[1G', '\u001B[2K'];

it('says in one line of a terminal what is going on at the same time', () => {
  const { stream, written } = writeTo(40);
  const progress = createStartProgress(stream);
  const [build, load] = [progress.addWork(), progress.addWork()];
  build('building shell');
  load('loading demo data');
  build('built shell in 9.1 s, 1 of 6');
  progress.end();
  expect(written).toEqual([
    ...clear,
    '  building shell …',
    ...clear,
    '  building shell, loading demo data …',
    ...clear,
    '  built shell in 9.1 s, 1 of 6, loading',
    ...clear,
  ]);
});

it('writes a line for each step elsewhere, as into a log', () => {
  const { stream, written } = writeTo(40);
  const print = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const progress = createStartProgress({ ...stream, isTTY: false });
  progress.addWork()('building shell');
  progress.end();
  const printed = print.mock.calls.map(([text]) => text);
  print.mockRestore();
  expect({ printed, written }).toEqual({ printed: ['  building shell\n'], written: [] });
});
