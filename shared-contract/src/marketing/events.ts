// The vocabulary of events and their registrants. No schema library here.

/** Which registrants a list shows. */
export const registrantSets = ['registrants', 'attendees', 'noShows'] as const;
export type RegistrantSet = (typeof registrantSets)[number];

/** Days before and after the first day of an event that the lift compares. The day itself is in neither. */
export const liftDays = 30;
/** Days before an event whose engagements decide the decile of an organization. */
export const decileDays = 90;
export const deciles = 10;

/** Whose change the lift compares, and the attending organizations that it leaves out. */
export const liftGroups = ['attending', 'controls', 'leftOut'] as const;
export type LiftGroup = (typeof liftGroups)[number];

export const tacticPageSizes = [10, 20, 50] as const;
