import { useEffect, useEffectEvent } from 'react';

export interface Shortcut {
  readonly run: () => void;
  /** Runs on while the key is held. */
  readonly repeats?: boolean;
}
export type Shortcuts = Readonly<Record<string, Shortcut>>;

const typedInto = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
const ownKeys = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** A row's checkbox takes no text, so shortcuts keep working after one is checked. */
const isRowBox = (target: Element): boolean =>
  target.matches('input[type="checkbox"]') && target.closest('[data-activities]') !== null;

/** Whether a key belongs to what has the focus, or to a question over the page. */
const isTaken = (event: KeyboardEvent): boolean => {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return true;
  if (target.closest(ownKeys) || document.querySelector('[aria-modal="true"]')) return true;
  return target.closest(typedInto) !== null && !isRowBox(target);
};

/** Single keys anywhere on the page, but never while something is typed or a dialog or menu is open. */
export const useShortcuts = (shortcuts: Shortcuts, on: boolean) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = Object.hasOwn(shortcuts, event.key) ? shortcuts[event.key] : undefined;
    if (!shortcut || isTaken(event)) return;
    event.preventDefault();
    if (!event.repeat || shortcut.repeats) shortcut.run();
  });
  useEffect(() => {
    if (!on) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on]);
};
