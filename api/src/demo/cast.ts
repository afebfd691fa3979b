/** Readers of the stories by id; they take no part in the random draws. */
export const cast = {
  /** An organisation that reads more from month to month, up to a won deal. */
  ramping: { first: 1, last: 40, organisationId: 1 },
  /** An organisation that was keen and has been silent for four months. */
  silent: { first: 41, last: 70, organisationId: 2 },
  /** Somebody who moved from the fourth organisation to the third. */
  moved: { first: 71, last: 71, organisationId: 3 },
  /** People nobody had seen before a webinar. */
  newcomers: { first: 72, last: 151 },
} as const;

export const isStoryReader = (id: number): boolean => id <= cast.newcomers.last;

/** The organisation that a story gives to a reader. */
export const storyOrganisationOf = (id: number): number | undefined =>
  [cast.ramping, cast.silent, cast.moved].find(({ first, last }) => id >= first && id <= last)
    ?.organisationId;
