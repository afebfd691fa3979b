/** Formats a date and time for display: 'YYYY-MM-DD hh:mm:ss A' in UTC, as in '2026-03-18 03:07:00 PM'. */
export const timeText = (instant: Date): string => {
  const [day = '', time = ''] = instant.toISOString().split('T');
  const hour = instant.getUTCHours();
  const hour12 = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');
  return `${day} ${hour12}${time.slice(2, 8)} ${hour < 12 ? 'AM' : 'PM'}`;
};
