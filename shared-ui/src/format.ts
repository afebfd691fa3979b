const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 12345 -> '12,345'. */
export const formatCount = (value: number): string => counts.format(value);
