import { clearLine, cursorTo } from 'node:readline';
import { log } from './log.ts';

/** Says what is going on at the same time: in one line of a terminal that changes, and else in a line for each step. */
export interface StartProgress {
  /** Returns a function that tells the present step of one of several works. */
  addWork(): (step: string) => void;
  /** Removes the line. */
  end(): void;
}

export type ProgressStream = Pick<NodeJS.WriteStream, 'columns' | 'isTTY' | 'write'>;

const widthUnknown = 80;

export const createStartProgress = (stream: ProgressStream = process.stdout): StartProgress => {
  if (!stream.isTTY) return { addWork: () => (step) => log(`  ${step}`), end() {} };
  const steps: string[] = [];
  const clear = () => {
    cursorTo(stream as NodeJS.WriteStream, 0);
    clearLine(stream as NodeJS.WriteStream, 0);
  };
  return {
    addWork() {
      const place = steps.push('') - 1;
      return (step) => {
        steps[place] = step;
        clear();
        // A line that wraps could not be replaced.
        const text = `  ${steps.filter(Boolean).join(', ')} …`;
        stream.write(text.slice(0, (stream.columns || widthUnknown) - 1));
      };
    },
    end: clear,
  };
};
