import { Presets, SingleBar } from 'cli-progress';
import type { ImportProgress } from './import-file.ts';

export interface ProgressView {
  update(progress: ImportProgress): void;
  stop(): void;
}

/** Draws over one line, for a person. */
const bar = (stream: NodeJS.WriteStream): ProgressView => {
  const view = new SingleBar(
    { stream, format: '{bar} {percentage}% | {rows} rows | {duration_formatted}', hideCursor: true },
    Presets.shades_classic,
  );
  view.start(1, 0, { rows: 0 });
  return {
    update: ({ rows, bytes, totalBytes }) => {
      view.setTotal(totalBytes);
      view.update(bytes, { rows });
    },
    stop: () => view.stop(),
  };
};

const secondsBetweenLines = 5;

/** Writes a line now and then, for a log. */
const lines = (stream: NodeJS.WritableStream): ProgressView => {
  let last = Date.now();
  return {
    update: ({ rows, bytes, totalBytes }) => {
      if (Date.now() - last < secondsBetweenLines * 1000) return;
      last = Date.now();
      stream.write(`${rows} rows, ${Math.floor((100 * bytes) / Math.max(1, totalBytes))}%\n`);
    },
    stop: () => undefined,
  };
};

export const showProgress = (stream: NodeJS.WriteStream): ProgressView =>
  stream.isTTY ? bar(stream) : lines(stream);
