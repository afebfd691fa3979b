export const noDaysMessage = 'Please schedule at least one day';
export const reportDeletedMessage = (name: string): string => `Deleted report ${name}`;
export const reportMessageGoneMessage = 'This message is no longer stored.';
export const startDateMessage = 'The start date must be one of the last 365 days';
