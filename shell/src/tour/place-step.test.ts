import { placeStep } from './place-step.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

it('is placed next to a tall target', () => {
  const place = placeStep({ left: 0, top: 0, width: 250, height: 900 }, wide);
  expect(place).toEqual({ side: 'right', width: 320, left: 264, offset: 72, arrow: 28 });
});

it('is placed below a button, with the arrow at its center', () => {
  const place = placeStep({ left: 600, top: 100, width: 40, height: 34 }, wide);
  expect(place).toEqual({ side: 'below', width: 320, left: 460, offset: 148, arrow: 160 });
});

it('stays inside the window, and the arrow stays on the card', () => {
  const right = placeStep({ left: 1400, top: 100, width: 26, height: 26 }, wide);
  expect(right).toMatchObject({ left: 1440 - 320 - 12, arrow: 300 });
  const left = placeStep({ left: 4, top: 10, width: 26, height: 26 }, phone);
  expect(left).toMatchObject({ side: 'below', left: 12, arrow: 20 });
  expect(placeStep({ left: 4, top: 10, width: 26, height: 26 }, { width: 300, height: 844 }).width).toBe(276);
});

it('is placed above without room below, and apart without any room', () => {
  const low = { left: 300, top: 800, width: 26, height: 26 };
  expect(placeStep(low, phone)).toMatchObject({ side: 'above', offset: 844 - 800 + 14 });
  expect(placeStep({ left: 0, top: 0, width: 380, height: 800 }, phone)).toMatchObject({
    side: 'apart',
    left: 35,
    offset: 12,
  });
});
