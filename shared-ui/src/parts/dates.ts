import dayjs from 'dayjs';

const styles = {
  long: { moment: 'MMMM DD, YYYY hh:mm A', day: { month: 'long', day: '2-digit', year: 'numeric' } },
  short: { moment: 'MMM D, YYYY h:mm A', day: { month: 'short', day: 'numeric', year: 'numeric' } },
} as const;

/** Alerts have long dates. */
export type DateStyle = keyof typeof styles;

/** A moment in the time zone of the browser. */
export const formatMoment = (moment: string, style: DateStyle = 'short'): string =>
  dayjs(moment).format(styles[style].moment);

/** A day in a time zone. */
export const formatDayIn = (timeZone: string, moment: string | Date, style: DateStyle = 'short'): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...styles[style].day }).format(new Date(moment));

interface Period {
  readonly from: string;
  /** The first instant after it. */
  readonly to: string;
}

/** The days of a period in a time zone. */
export const formatPeriod = ({ from, to }: Period, timeZone: string, style: DateStyle = 'short'): string => {
  const [first, last] = [from, new Date(Date.parse(to) - 1)].map((each) =>
    formatDayIn(timeZone, each, style),
  );
  return first === last ? first! : `${first} to ${last}`;
};
