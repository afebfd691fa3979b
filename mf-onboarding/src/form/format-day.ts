import dayjs from 'dayjs';

/** 'YYYY-MM-DD', in the time zone of the browser. */
export const formatDay = (moment: string): string => dayjs(moment).format('YYYY-MM-DD');
