import { useEffect, useEffectEvent, useState } from 'react';

const closers = new Set<() => void>();

/** Closes all open menus, option lists and calendars, such as before the page moves under them. */
export const closePopups = (): void => {
  for (const close of closers) close();
};

/** Lets `closePopups` close a popup. */
export const useClosable = (open: boolean, close: () => void): void => {
  const closeLatest = useEffectEvent(close);
  useEffect(() => {
    if (!open) return undefined;
    const closer = () => closeLatest();
    closers.add(closer);
    return () => void closers.delete(closer);
  }, [open]);
};

/** Whether a popup is open; `closePopups` closes it too. */
export const usePopup = (): [open: boolean, setOpen: (open: boolean) => void] => {
  const [open, setOpen] = useState(false);
  useClosable(open, () => setOpen(false));
  return [open, setOpen];
};
