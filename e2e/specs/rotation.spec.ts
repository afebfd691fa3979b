import { mainStory, rotate, takesTurn } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';

const seeds = [20270226, 20270227, 20270228, 20270301, 20270302, 20270303];

test(
  'within six days each state is seen in both sizes in the dark, also by tests that run on one day of three',
  { tag: mainStory },
  () => {
    test.skip(Boolean(process.env.SOAK), 'the soak does everything each day');
    for (const name of ['the menu', 'the menus', 'the menut'])
      expect(
        seeds
          .filter((seed) => takesTurn(name, seed))
          .flatMap((seed) => rotate(['wide', 'narrow'], { seed }))
          .toSorted((a, b) => a.localeCompare(b)),
      ).toEqual(['narrow', 'wide']);
  },
);
