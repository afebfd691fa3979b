import { countText } from '@readerlens/contract/numbers';
import { findBucket, findBucketDays } from '@readerlens/contract/buckets';
import { createContext, use, useEffect } from 'react';
import { formatDay, formatDays, truncateTitle } from '../format.ts';
import type { TimeKey } from '../time-keys.ts';

/** A note on a date, as charts over time show it. */
export interface ChartNote {
  id: string;
  /** YYYY-MM-DD. */
  date: string;
  /** Null in Blinded Mode, like the author. */
  text: string | null;
  author: string | null;
  /** Name of the client that the note is on. */
  client: string;
}

/** The notes of a chart, and what the user can do with them. */
export interface ChartNotes {
  /** Oldest date first. */
  notes: readonly ChartNote[];
  /** They could not be loaded; the chart is shown without them. */
  failed: boolean;
  /** Opens the list of these notes, or of all. */
  show: (shown?: readonly ChartNote[]) => void;
  /** Opens the form of a new note; undefined where the user cannot add one. */
  add: (() => void) | undefined;
}

interface Source extends ChartNotes {
  /** Loads the notes: pages without charts over time do not need them. */
  request: () => void;
}

/** The notes of a page, from which charts over time take theirs without code of their own. */
export const ChartNotesSource = createContext<Source | undefined>(undefined);

/** The index of the month, week or day that has a date; -1 if none has it. */
const findTime = (times: readonly TimeKey[], date: string): number => {
  const key = findBucket(date, times[0]?.bucket ?? 'month');
  return times.findIndex((time) => time.key === key);
};

/** The notes on the months, weeks or days of a chart; undefined without them, and on pages without notes. */
export const useChartNotes = (months: readonly TimeKey[] | undefined): ChartNotes | undefined => {
  // Other charts are not drawn again when notes arrive.
  const source = months === undefined ? undefined : use(ChartNotesSource);
  const request = source?.request;
  useEffect(() => request?.(), [request]);
  if (!source) return undefined;
  return { ...source, notes: source.notes.filter(({ date }) => findTime(months ?? [], date) >= 0) };
};

const counted = (notes: readonly ChartNote[]) => countText(notes.length, 'note');

const shortText = 120;

/** 'Note, Mar 10, 2026: Campaign starts', or '3 notes, Mar 10 – 12, 2026'. */
export const notesLabel = (notes: readonly ChartNote[]): string => {
  const [first] = notes;
  const days = formatDays(first?.date ?? '', notes.at(-1)?.date ?? '');
  if (notes.length !== 1) return `${counted(notes)}, ${days}`;
  return first?.text ? `Note, ${days}: ${truncateTitle(first.text, shortText)}` : `Note, ${days}`;
};

const inSummary = { notes: 3, text: 60 };

/** ' 2 notes: Mar 10, 2026 (Campaign starts); Apr 2, 2026 (Mail sent).', or '' without notes. */
export const notesSummary = (notes: readonly ChartNote[]): string => {
  if (notes.length === 0) return '';
  const named = notes
    .slice(0, inSummary.notes)
    .map(({ date, text }) =>
      text ? `${formatDay(date)} (${truncateTitle(text, inSummary.text)})` : formatDay(date),
    );
  const more = notes.length > inSummary.notes ? [`${notes.length - inSummary.notes} more`] : [];
  return ` ${counted(notes)}: ${[...named, ...more].join('; ')}.`;
};

/** A place on the axis with the notes that are shown there. */
export interface NoteMark {
  x: number;
  notes: readonly ChartNote[];
}

const dayMs = 86_400_000;

/** The part of its month, week or day that lies before the middle of a date: '2026-04-16' of April -> 0.517. */
const computeShare = (date: string, { key, bucket = 'month' }: TimeKey): number => {
  const { from, to } = findBucketDays(key, bucket);
  const day = Date.parse(from);
  return (Date.parse(date) - day + dayMs / 2) / (Date.parse(to) - day + dayMs);
};

interface Axis {
  /** In the order of the axis. */
  months: readonly TimeKey[];
  /** Left edge of a month, week or day by its index, and its width. */
  computeLeft: (at: number) => number;
  step: number;
}

/** Places notes at their dates. Notes whose marks would overlap share one, and marks are at least `room` apart. */
export const noteMarks = (
  notes: readonly ChartNote[],
  { months, computeLeft, step }: Axis,
  room: number,
): NoteMark[] => {
  const groups: { first: number; sum: number; notes: ChartNote[] }[] = [];
  for (const note of notes) {
    const at = findTime(months, note.date);
    const time = months[at];
    if (!time) continue;
    const x = computeLeft(at) + computeShare(note.date, time) * step;
    const group = groups.at(-1);
    if (group && x - group.first < room) {
      group.sum += x;
      group.notes.push(note);
    } else groups.push({ first: x, sum: x, notes: [note] });
  }
  let earliest = -Infinity;
  return groups.map((group) => {
    const x = Math.max(group.sum / group.notes.length, earliest);
    earliest = x + room;
    return { x, notes: group.notes };
  });
};
