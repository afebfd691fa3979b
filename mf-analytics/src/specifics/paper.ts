/** What paper has in place of something that opens on a click. */
export const onlyOnPaper = { display: 'none', '@media print': { display: 'block' } } as const;
export const notOnPaper = { '@media print': { display: 'none' } } as const;
