import { Presets, SingleBar } from 'cli-progress';
import type { ImportProgress } from './import-file.ts';

/** Where the command writes; a terminal shows a progress bar. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

export interface ProgressView {
  update(progress: ImportProgress): void;
  stop(): void;
}

const grouped = new Intl.NumberFormat('en');

/** A progress bar for a terminal. */
const bar = (stream: Output): ProgressView => {
  const format = '{bar} {percentage}% | {rows} rows | {stage} | {duration_formatted}';
  const view = new SingleBar(
    { stream, format, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  const shown = { rows: '0', stage: 'reading' };
  view.start(1, 0, shown);
  return {
    update({ read, bytes, totalBytes, stage }) {
      view.setTotal(Math.max(1, totalBytes));
      view.update(bytes, { rows: grouped.format(read), stage });
    },
    stop: () => view.stop(),
  };
};

const millisecondsBetweenLines = 3000;

/** A line every few seconds, for a log. */
const lines = (stream: Output): ProgressView => {
  let last = Date.now();
  return {
    update({ read, bytes, totalBytes, stage }) {
      if (Date.now() - last < millisecondsBetweenLines) return;
      last = Date.now();
      const percent = Math.floor((100 * bytes) / Math.max(1, totalBytes));
      stream.write(`${stage}: ${grouped.format(read)} rows, ${percent} % of the file\n`);
    },
    stop: () => undefined,
  };
};

export const showProgress = (stream: Output): ProgressView => (stream.isTTY ? bar(stream) : lines(stream));
