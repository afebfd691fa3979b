import { mainStory, rotate, takesTurn } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';

const seeds = [20270227, 20270228, 20270301, 20270302];

test(
  'within four days each state is seen in both sizes in the dark, also by tests that run on every other day',
  { tag: mainStory },
  () => {
    test.skip(Boolean(process.env.SOAK), 'the soak does everything each day');
    for (const name of ['the menu', 'the menus'])
      expect(
        seeds
          .filter((seed) => takesTurn(name, seed))
          .flatMap((seed) => rotate(['wide', 'narrow'], { seed }))
          .toSorted((a, b) => a.localeCompare(b)),
      ).toEqual(['narrow', 'wide']);
  },
);
