import dayjs from 'dayjs';

/** A moment in the time zone of the browser. */
export const momentText = (moment: string): string => dayjs(moment).format('MMMM DD, YYYY hh:mm A');

/** A day in a time zone. */
export const dayText = (moment: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'long', day: '2-digit' }).format(
    new Date(moment),
  );

/** The days of a window, which ends before `to`. */
export const windowText = ({ from, to }: { from: string; to: string }, timeZone: string): string => {
  const [first, last] = [dayText(from, timeZone), dayText(new Date(Date.parse(to) - 1), timeZone)];
  return first === last ? first : `${first} to ${last}`;
};
