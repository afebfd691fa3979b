// Texts that several areas show. Those of one area are in its own `messages.ts`.

export const requiredMessage = (label = 'This field'): string => `${label} Is Required`;
export const chooseClientMessage = 'Please choose a client.';
export const unknownClientMessage = 'One of the clients does not exist.';
export const emailMessage = 'Invalid Email Address';
export const tooLongMessage = (label: string, max: number): string =>
  `${label} must not be longer than ${max} characters`;
export const rangeMessage = (label: string, min: number, max: number): string =>
  `${label} must be between ${min} and ${max}.`;
export const correctErrorsMessage = 'Please correct the below highlighted errors.';
export const activityTypesMessage = (denied: readonly string[]): string =>
  `This user may not read the activity type ${denied.join(', ')}.`;

export const unexpectedMessage = 'An unexpected error occurred';
export const forbiddenMessage = 'You do not have permission to access the requested resource!';
/** `what`: 'these readers'. */
export const noAccessMessage = (what: string): string => `You do not have access to ${what}`;
/** `what`: 'user'. Whether it does not exist or may not be seen makes no difference. */
export const missingMessage = (what: string): string => `There is no such ${what}.`;
export const emptyFileMessage = 'The file is empty.';
export const fileGoneMessage = 'This file no longer exists.';
export const fileFailedMessage = (name: string, reason: string): string =>
  `${name} could not be created. ${reason}`;

export const searchKeptMessage = 'Your search is kept.';
export const blindedMessage = 'Hidden in Blinded Mode';
export const secretOnceMessage =
  'Copy the secret now. It is shown only once, and lost when you leave this page.';
export const secretRefusedMessage = 'You cannot generate a secret while you act as another user.';
