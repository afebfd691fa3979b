import type { CallData } from '../../call.ts';
import type { Calls } from '../../calls.ts';
import { countText, formatCount } from '../../numbers.ts';
import { liftDays } from '../events.ts';
import { formatLift } from '../rates.ts';
import { defineCount, defineRate, listCases, listCounts } from './tiles.ts';
import type { ShownFigure } from './tiles.ts';

export type Events = CallData<Calls['POST /api/marketing-performance/events']>;
export type Lift = CallData<Calls['POST /api/marketing-performance/events/lift']>;

export const eventTiles = {
  registrants: defineCount<Events>('Registrants', ({ registrants }) => registrants),
  attendees: defineCount<Events>('Attendees', ({ attendees }) => attendees),
  showRate: defineRate<Events>('Show rate', ({ attendees, registrants }) => ({
    part: attendees,
    of: registrants,
  })),
  organizations: defineCount<Events>('Organizations', ({ organizations }) => organizations),
} as const;

export const liftLabel = `Lift in ${liftDays} days`;

export const liftGroupWords = { attending: 'attending organizations', controls: 'controls' } as const;

/** Which events are left out because their days are not over; undefined if none is. */
export const describeCut = ({ events, cutEvents }: Lift): string | undefined => {
  if (cutEvents === 0) return undefined;
  if (events === 0) return `The ${liftDays} days after are not over yet.`;
  return `${formatCount(cutEvents)} of ${countText(events + cutEvents, 'event')} ${cutEvents === 1 ? 'is' : 'are'} left out: their ${liftDays} days after are not over yet.`;
};

const describeGroup = (group: Lift['attending'], words: string): string =>
  `${formatCount(group.cases)} ${words}: ${formatCount(group.before)} → ${formatCount(group.after)}`;

export const writeLift = (lift: Lift): ShownFigure => {
  const { events, attending, controls } = lift;
  const cut = describeCut(lift);
  const groups = [
    describeGroup(attending, liftGroupWords.attending),
    describeGroup(controls, liftGroupWords.controls),
  ];
  return {
    label: liftLabel,
    value: events > 0 ? formatLift(attending, controls) : (cut ?? '–'),
    note: [...(events > 0 ? groups : []), ...(cut !== undefined && events > 0 ? [cut] : [])].join('; '),
  };
};

/** The tiles of events, in the order of the page. */
export const listEventFigures = (
  { lift }: { readonly lift: Lift },
  data: Events,
  before: Events | undefined,
): ShownFigure[] => {
  const { registrants, attendees, showRate, organizations } = eventTiles;
  return [
    ...listCounts([registrants, attendees], data, before),
    ...listCases([showRate], data),
    ...listCounts([organizations], data, before),
    writeLift(lift),
  ];
};
