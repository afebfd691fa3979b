import { guardDoubleClicks } from './guard-double-clicks.ts';

guardDoubleClicks();

const show = (...names: string[]): HTMLButtonElement[] => {
  document.body.innerHTML = '';
  return names.map((name) => {
    const button = document.createElement('button');
    button.textContent = name;
    document.body.append(button);
    return button;
  });
};

/** The clicks of a double click; the second has the element that is there by then. */
const clickTwice = (one: Element, other: Element) => {
  for (const [detail, element] of [one, other].entries())
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: detail + 1 }));
};

describe('the second click of a double click', () => {
  it('does nothing on a control that was not there at the first', () => {
    const [invite, others] = show('Invite 1 person', 'Invite others') as [
      HTMLButtonElement,
      HTMLButtonElement,
    ];
    const clicked: unknown[] = [];
    document.body.addEventListener('click', ({ target }) => clicked.push(target));
    clickTwice(invite, others);
    clickTwice(document.body, others);
    expect(clicked).toEqual([invite, document.body]);
  });

  it('does nothing on a control that has become another', () => {
    const [button] = show('Delete') as [HTMLButtonElement];
    const clicked: (string | null)[] = [];
    button.addEventListener('click', () => {
      clicked.push(button.textContent);
      button.textContent = 'Undo';
    });
    clickTwice(button, button);
    expect(clicked).toEqual(['Delete']);
  });

  it('counts on the same control, and by keyboard on any', () => {
    const [next, other] = show('Next page', 'Close') as [HTMLButtonElement, HTMLButtonElement];
    let clicks = 0;
    for (const button of [next, other]) button.addEventListener('click', () => (clicks += 1));
    clickTwice(next, next);
    other.click();
    expect(clicks).toBe(3);
  });
});
