import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

/** A moment to the second, in UTC as the days of the filter are; '' for none. */
export const momentText = (moment: string | null): string =>
  moment ? dayjs.utc(moment).format('YYYY-MM-DD hh:mm:ss A') : '';
