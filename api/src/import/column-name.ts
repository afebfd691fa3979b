/** Column names are compared in this form: 'Occurred At' and 'occurred_at' are the same column. */
export const columnKey = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
