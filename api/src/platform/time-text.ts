/** A moment for people: 'YYYY-MM-DD hh:mm:ss A' in UTC, as in '2026-03-18 03:07:00 PM'. */
export const timeText = (moment: Date): string => {
  const [day = '', time = ''] = moment.toISOString().split('T');
  const hour = moment.getUTCHours();
  const shown = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');
  return `${day} ${shown}${time.slice(2, 8)} ${hour < 12 ? 'AM' : 'PM'}`;
};
