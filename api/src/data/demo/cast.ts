/** Readers of the stories by id; random draws leave them out. */
export const cast = {
  /** An organization that reads more from month to month, up to a won deal. */
  ramping: { first: 1, last: 40, organisationId: 1 },
  /** An organization that was active and has been silent for four months. */
  silent: { first: 41, last: 70, organisationId: 2 },
  /** A reader who moved from organization 4 to 3. */
  moved: { first: 71, last: 71, organisationId: 3 },
  /** Readers without activities before a webinar. */
  newcomers: { first: 72, last: 151 },
} as const;

export const isStoryReader = (id: number): boolean => id <= cast.newcomers.last;

/** The organization of a story's reader. */
export const findStoryOrganisation = (id: number): number | undefined =>
  [cast.ramping, cast.silent, cast.moved].find(({ first, last }) => id >= first && id <= last)
    ?.organisationId;
