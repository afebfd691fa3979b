/** The middle value, or the lower of the two middle values; NaN for an empty list. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

export interface Row {
  what: string;
  composed: string;
  monolith: string;
  ratio?: number;
  /** Highest acceptable ratio. */
  goal?: number;
  /** For rows without a ratio. */
  met?: boolean;
}

const isMet = ({ ratio, goal, met }: Row): boolean | undefined =>
  ratio === undefined || goal === undefined ? met : ratio <= goal;

/** Names of the rows with missed goals. */
export const missedGoals = (rows: readonly Row[]): string[] =>
  rows.filter((row) => isMet(row) === false).map(({ what }) => what);

const formatCells = (row: Row): string[] => {
  const met = isMet(row);
  return [
    row.what,
    row.composed,
    row.monolith,
    row.ratio?.toFixed(2) ?? '',
    row.goal === undefined ? (row.met === undefined ? '' : '0') : `≤ ${row.goal.toFixed(2)}`,
    met === undefined ? '' : met ? 'yes' : 'no',
  ];
};

/** The rows as one Markdown table. */
export const markdownTable = (rows: readonly Row[]): string => {
  const head = ['what', 'composed', 'monolith', 'ratio', 'goal', 'met'];
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows.map(formatCells)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};
