/** Styles for print-only content and for controls that have no use on paper. */
export const printOnly = { display: 'none', '@media print': { display: 'block' } } as const;
export const screenOnly = { '@media print': { display: 'none' } } as const;
