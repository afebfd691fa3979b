import { onSessionCleared, sessionStore } from '@readerlens/auth';
import { createStore } from 'zustand/vanilla';
import { findPersonId } from '../session/person.ts';

interface TourState {
  phase: 'none' | 'offered' | 'running';
  /** The user of the tour; the next user does not see it. */
  person: string | undefined;
}

export const tourStore = createStore<TourState>()(() => ({ person: undefined, phase: 'none' }));

/** Kept in this browser permanently: a logout does not bring the offer back. */
const buildStorageKey = (person: string | undefined) => `readerlens.tour.${person}`;

export const isOfferDue = (person: string): boolean => localStorage.getItem(buildStorageKey(person)) === null;

const enter = (phase: TourState['phase']) => {
  const person = findPersonId(sessionStore.getState());
  if (phase !== 'offered') localStorage.setItem(buildStorageKey(person), 'seen');
  tourStore.setState({ person, phase });
};

export const offerTour = () => enter('offered');

/** Starts the tour from its first step; it is not offered again after that. */
export const startTour = () => enter('running');

/** Ends the tour, or declines it permanently. */
export const endTour = () => enter('none');

/** Removes the tour from the page without storing anything. */
export const dropTour = () => tourStore.setState({ phase: 'none' });

onSessionCleared(dropTour);
