import type { MouseEvent } from 'react';

const ownTargets = 'a, button, input, label, select, textarea, summary';

const isSelectingText = (): boolean => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString().trim() !== '';
};

/** Whether a click in a row is meant for the row: not for a control in it, and not the end of selecting its text. */
export const isRowClick = (event: MouseEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(ownTargets)) return false;
  return event.shiftKey || !isSelectingText();
};
