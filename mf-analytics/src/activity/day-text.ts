/** A date as the list shows it, in UTC: MM/DD/YYYY. */
export const dayText = (moment: string): string =>
  `${moment.slice(5, 7)}/${moment.slice(8, 10)}/${moment.slice(0, 4)}`;
