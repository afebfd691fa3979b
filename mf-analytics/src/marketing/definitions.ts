/** How numbers are counted that several pages show. */
export const organizationsDefinition =
  'Organizations of the readers at the time of the engagement, each once. Engagements without an organization count in none.';
export const attendanceDefinition = 'Attendees divided by registrants.';
