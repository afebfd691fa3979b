import type { Problem } from './map-rows.ts';
import type { MergeCounts } from './merge-engagements.ts';

/** Every row in `read` is in exactly one of the other counts, but `warned`. For documents, `imported` counts those that changed. */
export interface ImportCounts extends MergeCounts {
  readonly read: number;
  readonly rejected: number;
  /** Rows that were not rejected, with values that could not be used. */
  readonly warned: number;
}

/** Values of a field that could not be used for the same reason, with the first one as an example. */
export interface WarningKind extends Problem {
  readonly count: number;
}

interface TalliedBatch {
  readonly read: number;
  readonly rejections: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly loaded?: MergeCounts;
}

export interface ImportTally {
  readonly counts: ImportCounts;
  add(batch: TalliedBatch): void;
  /** The first twenty. */
  readonly rejections: () => readonly Problem[];
  readonly warnings: () => readonly WarningKind[];
}

const shownRejections = 20;

/** The kind of a warning: lengths in brackets differ from value to value. */
const buildWarningKind = ({ column, reason }: Problem): string =>
  `${column} ${reason.replace(/ \(\d+\)/, '')}`;

const none: MergeCounts = { imported: 0, alreadyPresent: 0, duplicates: 0 };

const collectLines = (problems: readonly Problem[]): ReadonlySet<number> =>
  new Set(problems.map(({ line }) => line));

export const createTally = (): ImportTally => {
  const counts = { read: 0, ...none, rejected: 0, warned: 0 };
  const rejected: Problem[] = [];
  const kinds = new Map<string, WarningKind>();
  return {
    counts,
    rejections: () => rejected,
    warnings: () => [...kinds.values()].sort((one, other) => (one.column < other.column ? -1 : 1)),
    /** Counts rows: a row may have several problems. */
    add({ read, rejections, warnings, loaded = none }) {
      const refused = collectLines(rejections);
      counts.read += read;
      counts.imported += loaded.imported;
      counts.alreadyPresent += loaded.alreadyPresent;
      counts.duplicates += loaded.duplicates;
      counts.rejected += refused.size;
      counts.warned += [...collectLines(warnings)].filter((line) => !refused.has(line)).length;
      rejected.push(...rejections.slice(0, shownRejections - rejected.length));
      for (const warning of warnings) {
        const kind = buildWarningKind(warning);
        const known = kinds.get(kind);
        kinds.set(kind, known ? { ...known, count: known.count + 1 } : { ...warning, count: 1 });
      }
    },
  };
};
