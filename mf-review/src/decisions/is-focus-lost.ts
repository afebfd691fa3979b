/**
 * Whether nothing that a person could have chosen has the focus: the page, or what is around an element, such as the dialog that
 * takes the focus from a button that is disabled.
 */
export const isFocusLost = (element: HTMLElement | null): boolean => {
  const { activeElement } = document;
  return (
    activeElement === document.body ||
    (element !== null && activeElement !== element && activeElement?.contains(element) === true)
  );
};
