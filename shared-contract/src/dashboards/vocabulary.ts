/** How many calls of dashboards one request may ask for. */
export const maxWanted = 30;
