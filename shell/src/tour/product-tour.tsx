import { useSession } from '@readerlens/auth/react';
import { toast } from '@readerlens/ui';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { tourOfferMs } from '../deadlines.ts';
import { LatePart } from '../late-part.tsx';
import { messages } from '../messages.ts';
import { findPersonId } from '../session/person.ts';
import { dropTour, isOfferDue, offerTour, tourStore } from './tour-store.ts';

const load = async () => (await import(/* webpackChunkName: "tour" */ './tour.tsx')).Tour;

const useOffer = (person: string | undefined) => {
  useEffect(() => {
    if (!person || !isOfferDue(person)) return;
    const timer = setTimeout(() => isOfferDue(person) && offerTour(), tourOfferMs);
    return () => clearTimeout(timer);
  }, [person]);
};

/** The product tour: offered once to every user, loaded only when it is offered or started. */
export const ProductTour = () => {
  const person = useSession(findPersonId);
  const tour = useStore(tourStore);
  useOffer(person);
  const onLoadError = () => {
    if (tour.phase === 'running') toast.error(messages.tourNotLoaded);
    dropTour();
  };
  return (
    <LatePart
      needed={tour.phase !== 'none' && tour.person === person}
      load={load}
      onLoadError={onLoadError}
    />
  );
};
