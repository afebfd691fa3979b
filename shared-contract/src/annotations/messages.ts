import { maxAnnotationLength } from './vocabulary.ts';

export const noteDateMessage = 'Please enter a date between 1900 and 2199.';
export const noteTextMessage = `Please enter a text of 1 to ${maxAnnotationLength} characters.`;
export const noteOrganizationMessage = 'No activity of this client that you can see is of this organization.';
/** Says of a note on the page of an organization that it is not about the client as a whole. */
export const noteOfOrganization = 'Only about this organization';
export const noteSavedMessage = 'The note has been saved.';
export const noteDeletedMessage = 'The note has been deleted.';
export const noNotesMessage =
  'There are no notes in this period. A note marks a date on every chart over time, such as the start of a campaign.';
