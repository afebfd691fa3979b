import { useState, useEffect, useEffectEvent } from 'react';
import { useStoredSwitch } from '../use-stored-switch.ts';

interface Shortcut {
  readonly run: () => void;
  /** Repeats while the key is held. */
  readonly repeats?: boolean;
}
type Shortcuts = Readonly<Record<string, Shortcut>>;

const typingTargets = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
const keyboardWidgets = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Row checkboxes take no text, so shortcuts keep working while one has the focus. */
const isRowCheckbox = (target: Element): boolean =>
  target.matches('input[type="checkbox"]') && target.closest('[data-activities]') !== null;

/** Whether the key belongs to the focused element or to an open dialog. */
const isHandledElsewhere = (event: KeyboardEvent): boolean => {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return true;
  if (target.closest(keyboardWidgets) || document.querySelector('[aria-modal="true"]')) return true;
  return target.closest(typingTargets) !== null && !isRowCheckbox(target);
};

/** Single-key shortcuts anywhere on the page, except while typing or while a dialog or menu is open. */
const useShortcuts = (shortcuts: Shortcuts, on: boolean) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = Object.hasOwn(shortcuts, event.key) ? shortcuts[event.key] : undefined;
    if (!shortcut || isHandledElsewhere(event)) return;
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

interface Actions {
  step: (by: 1 | -1) => void;
  select: () => void;
  approve: () => void;
  reject: () => void;
}

/** The page's shortcuts, their help, and the setting that turns them off. */
export const useReviewKeys = ({ step, select, approve, reject }: Actions) => {
  const [on, onSwitch] = useStoredSwitch('readerlens.review.shortcuts', true);
  const [open, onOpenChange] = useState(false);
  useShortcuts(
    {
      j: { run: () => step(1), repeats: true },
      k: { run: () => step(-1), repeats: true },
      x: { run: select },
      a: { run: approve },
      r: { run: reject },
      '?': { run: () => onOpenChange(true) },
    },
    on,
  );
  return { on, onSwitch, open, onOpenChange };
};
