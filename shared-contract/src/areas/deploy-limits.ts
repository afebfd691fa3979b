// Limits of deploys through the server, for the API and for commands and screens. No schema library here.

export const deployTokenLimits = { nameLength: 80, days: 3650 } as const;

/** Seven days. */
export const previewLimits = { minutes: 7 * 24 * 60 } as const;

/** Sizes in bytes. The largest area of the product has a tenth of it. */
export const uploadLimits = {
  pathLength: 200,
  files: 1000,
  fileBytes: 20_000_000,
  bytes: 100_000_000,
  manifestBytes: 4_000_000,
} as const;
