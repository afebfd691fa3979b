// The vocabulary of notes on dates. No schema library here.

export const maxAnnotationLength = 500;
/** Maximum number of notes on one client. */
export const maxAnnotations = 1000;
