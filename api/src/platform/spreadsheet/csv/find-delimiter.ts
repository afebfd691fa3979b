export const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
};

/** The first line of files that Excel opens with this delimiter. */
const delimiterLine = /^\s*"?sep=([^\w\s"]|\t)"?\s*$/i;

export interface Delimiter {
  readonly character: string;
  /** Whether a line before the header says so. */
  readonly isDeclared: boolean;
}

/** That of the line before the header, else the most frequent one of the header. */
export const findDelimiter = (firstLine: string): Delimiter => {
  const declared = delimiterLine.exec(firstLine)?.[1];
  if (declared !== undefined) return { character: declared, isDeclared: true };
  const bare = firstLine.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  const character = Object.keys(delimiterNames).reduce((best, each) =>
    count(each) > count(best) ? each : best,
  );
  return { character, isDeclared: false };
};
