/** Masked values cannot be edited, and files show what is masked. */
export const marketingBlindedMessage = 'Marketing data cannot be changed in Blinded Mode.';
export const pageMailEndedMessage = 'The scheduled email has ended.';
