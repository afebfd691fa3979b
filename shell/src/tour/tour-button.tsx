import { IconButton } from '@readerlens/ui';
import { Compass } from 'lucide-react';
import { startTour } from './tour-store.ts';

/** Starts the product tour, as often as one likes. */
export const TourButton = () => (
  <IconButton label="Take the tour" icon={<Compass size={17} aria-hidden="true" />} onClick={startTour} />
);
