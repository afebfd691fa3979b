import type { CallData } from '../../call.ts';
import type { Calls } from '../../calls.ts';
import { countText, formatCount } from '../../numbers.ts';
import { formatAmountShare, formatAverage } from '../rates.ts';
import { defineCount, defineRate, listCases, listCounts } from './tiles.ts';
import type { ShownFigure } from './tiles.ts';

export type Webinars = CallData<Calls['POST /api/marketing-performance/webinars']>;

export const webinarTiles = {
  registrants: defineCount<Webinars>('Registrants', ({ registrants }) => registrants),
  attendees: defineCount<Webinars>('Attendees', ({ attendees }) => attendees),
  noShows: defineCount<Webinars>('No-shows', ({ noShows }) => noShows),
  attendance: defineRate<Webinars>('Attendance rate', ({ attendees, registrants }) => ({
    part: attendees,
    of: registrants,
  })),
  engagement: defineRate<Webinars>(
    'Engagement rate',
    ({ engagement }) => engagement && { part: engagement.engaged, of: engagement.attendees },
  ),
  onDemand: defineRate<Webinars>(
    'Watched on demand',
    ({ onDemand }) => onDemand && { part: onDemand.watched, of: onDemand.registrants },
  ),
} as const;

const countAttendees = (count: number) => countText(count, 'attendee');

/** Undefined if no file has minutes. */
export const writeMinutes = ({ minutes }: Webinars): ShownFigure | undefined =>
  minutes
    ? {
        label: 'Average minutes',
        value: formatAverage({ part: minutes.minutes, of: minutes.attendees }),
        note: `${formatCount(minutes.minutes)} minutes of ${countAttendees(minutes.attendees)}`,
      }
    : undefined;

export const writeCompletion = ({ completion }: Webinars): ShownFigure | undefined =>
  completion
    ? {
        label: 'Completion',
        value: formatAmountShare({ part: completion.minutes, of: completion.possible }, completion.attendees),
        note: `${formatCount(completion.minutes)} of ${formatCount(completion.possible)} minutes`,
      }
    : undefined;

export const writeScore = ({ score }: Webinars): ShownFigure | undefined =>
  score
    ? {
        label: 'Average score',
        value: formatAverage({ part: score.points, of: score.attendees }),
        note: `of 10, for ${countAttendees(score.attendees)}. What a webinar did not offer is left out, the rest scaled to 10.`,
      }
    : undefined;

/** The tiles of webinars, in the order of the page. */
export const listWebinarFigures = (data: Webinars, before: Webinars | undefined): ShownFigure[] => {
  const { registrants, attendees, noShows, attendance, engagement, onDemand } = webinarTiles;
  return [
    ...listCounts([registrants, attendees, noShows], data, before),
    ...listCases([attendance, engagement], data),
    ...[writeMinutes(data), writeCompletion(data)].flatMap((figure) => figure ?? []),
    ...listCases([onDemand], data),
    ...[writeScore(data)].flatMap((figure) => figure ?? []),
  ];
};
