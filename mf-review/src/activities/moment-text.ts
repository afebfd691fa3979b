import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

/** A time to the second, in UTC like the days of the filter; '' for null. */
export const momentText = (moment: string | null): string =>
  moment ? dayjs.utc(moment).format('YYYY-MM-DD hh:mm:ss A') : '';
