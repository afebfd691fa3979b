// The headline figures of the pages of marketing performance, from the answers of their calls.
export * from './change-words.ts';
export * from './comparison-figures.ts';
export * from './content-figures.ts';
export * from './event-figures.ts';
export * from './money.ts';
export * from './newness-figures.ts';
export * from './newsletter-figures.ts';
export * from './pipeline-figures.ts';
export * from './tiles.ts';
export * from './webinar-figures.ts';
