export const searchesFailedMessage = 'There was an error fetching saved searches.';
export const defaultSearchMessage = 'The default saved search cannot be deleted.';
export const columnsSavedMessage = 'Default Columns Saved';
