export const titleRequiredMessage = 'Alert Title is required';
export const alertDeletedMessage = 'The alert was deleted.';
export const ownerFiltersMessage = 'The owner of this alert may no longer use its filters.';
export const noMatchMessage = 'A run without a match sends no email.';
