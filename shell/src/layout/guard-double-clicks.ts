/** A text field or a table cell has no name of its own: only what does something when it is clicked. */
const controls = 'button, a, summary, [role="button"], [role="menuitem"], [role="option"]';

const findControlName = ({ target }: Event): string | undefined => {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control ? (control.getAttribute('aria-label') ?? control.textContent) : undefined;
};

/**
 * Ignores further clicks of a double click on another control than the first: an answer, a dialog or a menu may have brought it there
 * in between, and nobody meant it. React may use the same element for it, so that its name counts.
 */
export const guardDoubleClicks = (page: Document = document): void => {
  let first: string | undefined;
  page.addEventListener(
    'click',
    (event) => {
      const name = findControlName(event);
      // Of the keyboard and of programs, the count is 0.
      if (event.detail <= 1) first = name;
      else if (name !== undefined && name !== first) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
};
