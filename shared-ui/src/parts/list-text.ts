import { countText } from '@readerlens/contract/numbers';
const shownNames = 3;

/** The first three names, and how many others there are: '+2 Others'. */
export const shortNames = (names: readonly string[]): { readonly shown: string; readonly others: string } => {
  const others = names.length - shownNames;
  return {
    shown: names.slice(0, shownNames).join(', '),
    others: others > 0 ? `+${countText(others, 'Other')}` : '',
  };
};

/** MM/DD/YYYY in UTC: the date of an activity in lists. */
export const formatUtcDate = (moment: string): string =>
  `${moment.slice(5, 7)}/${moment.slice(8, 10)}/${moment.slice(0, 4)}`;
