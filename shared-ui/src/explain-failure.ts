export const explainFailure = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
