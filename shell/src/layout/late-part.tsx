import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';

interface Props {
  /** Fetched once this is true, and shown while it is. */
  wanted: boolean;
  load: () => Promise<ComponentType>;
  /** The chunk did not load. It is requested again the next time the part is needed. */
  onLost?: () => void;
}

/**
 * A part of the page that no first screen needs. Unlike a lazy component, a chunk that is lost costs the part and not
 * the page.
 */
export const LatePart = ({ wanted, load, onLost }: Props) => {
  const [Part, setPart] = useState<ComponentType>();
  const fetchPart = useEffectEvent(load);
  const giveUp = useEffectEvent(() => onLost?.());
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    fetchPart().then(
      (loaded) => here && setPart(() => loaded),
      () => here && giveUp(),
    );
    return () => {
      here = false;
    };
  }, [wanted]);
  return wanted && Part ? <Part /> : null;
};
