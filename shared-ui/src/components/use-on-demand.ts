import { useCallback, useState } from 'react';
import { toast } from './toast.tsx';

/**
 * Loads on opening what few visits need, such as a dialog with an editor. A failed load shows the message and is repeated
 * on the next opening. `load` must be stable.
 */
export const useOnDemand = <T>(load: () => Promise<T>, failure: string) => {
  // In an object, because React would call a component as an updater.
  const [state, setState] = useState<{ value: T }>();
  const [loading, setLoading] = useState(false);
  const open = useCallback(async () => {
    setLoading(true);
    try {
      setState({ value: await load() });
    } catch {
      toast.error(failure);
    } finally {
      setLoading(false);
    }
  }, [load, failure]);
  const close = useCallback(() => setState(undefined), []);
  return { loaded: state?.value, loading, open, close };
};
