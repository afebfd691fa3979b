import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';

interface Props {
  /** Fetched once this is true, and shown while it is. */
  needed: boolean;
  load: () => Promise<ComponentType>;
  /** The chunk did not load. It is requested again the next time the part is needed. */
  onLoadError?: () => void;
}

/**
 * A part of the page that is loaded after the first screen. Unlike with a lazy component, a chunk that fails to load
 * affects only this part, not the page.
 */
export const LatePart = ({ needed, load, onLoadError }: Props) => {
  const [Part, setPart] = useState<ComponentType>();
  const fetchPart = useEffectEvent(load);
  const handleError = useEffectEvent(() => onLoadError?.());
  useEffect(() => {
    if (!needed) return;
    let active = true;
    fetchPart().then(
      (loaded) => active && setPart(() => loaded),
      () => active && handleError(),
    );
    return () => {
      active = false;
    };
  }, [needed]);
  return needed && Part ? <Part /> : null;
};
