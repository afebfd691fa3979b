import { useStore } from 'zustand';
import { TourOffer } from './tour-offer.tsx';
import { TourRun } from './tour-run.tsx';
import { endTour, startTour, tourStore } from './tour-store.ts';

/** The offer of the tour, or the running tour. */
export const Tour = () => {
  const phase = useStore(tourStore, (state) => state.phase);
  if (phase === 'offered') return <TourOffer onStart={startTour} onDecline={endTour} />;
  return phase === 'running' ? <TourRun onEnd={endTour} /> : null;
};
