/** CPU seconds, and why so many. */
export interface Exception {
  readonly seconds: number;
  readonly reason: string;
}

export interface Budgets {
  /** Of a test file. */
  readonly file: number;
  /** Of a browser test, the browser included. */
  readonly browserTest: number;
  /** Of a whole run of `npm test`, database server included. */
  readonly total: number;
  /** The sum of the unit tests of a package. */
  readonly packages: Readonly<Record<string, number>>;
  /** Test files, and specs of browser tests, whose files or tests may use more. */
  readonly exceptions: Readonly<Record<string, Exception>>;
}

/** What the tests may use, in CPU seconds on the machine of `referenceProbe`. Waiting costs nothing, so a busy machine changes little. */
export const budgets: Budgets = {
  file: 10,
  browserTest: 2.5,
  total: 1850,
  packages: {},
  exceptions: {},
};
