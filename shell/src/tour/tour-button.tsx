import { IconButton } from '@readerlens/ui';
import { Compass } from 'lucide-react';
import { startTour } from './tour-store.ts';

/** Starts the product tour at any time. */
export const TourButton = () => (
  <IconButton label="Take the tour" icon={<Compass size={17} aria-hidden="true" />} onClick={startTour} />
);
