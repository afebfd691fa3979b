/** The period in which the API counts the other activities of a reader. */
export const relatedPeriod = 'In the last 6 months';
