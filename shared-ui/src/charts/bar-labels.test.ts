import { cutLabel, measureLabels } from './bar-labels.ts';

/** Ten pixels for each character. */
const measure = (text: string) => text.length * 10;

it.each([
  [['CRO', 'CDMO'], 500, 54],
  [['Contract research'], 500, 184],
  [['Contract research', 'Contract development and manufacturing'], 500, 200],
  [['Contract research'], 451, 180],
  [[], 500, 14],
])('labels %j beside bars take what they need of %i pixels: %i', (labels, width, withGap) => {
  expect(measureLabels(labels, width, measure)).toEqual({ withGap, room: withGap - 14 });
});

it.each([
  ['Contract research', 170, 'Contract research'],
  ['Contract research', 169, 'Contract resear…'],
  ['Contract research', 100, 'Contract…'],
  ['Contract research', 0, '…'],
  ['', 0, ''],
])('%j in %i pixels is %j', (text, room, cut) => {
  expect(cutLabel(text, room, measure)).toBe(cut);
});
