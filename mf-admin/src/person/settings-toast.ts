/** How long messages about saved settings stay. */
export const settingsToast = { durationMs: 5000 } as const;
