/** Masked values cannot be edited, and files show what is masked. */
export const opportunitiesBlindedMessage = 'Opportunities cannot be changed in Blinded Mode.';
