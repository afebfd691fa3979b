/**
 * What the runs of alerts and of activity reports have in common. Not provided by the shell: an area bundles what it
 * uses. So nothing here imports the list kit by its path, which would bundle it twice.
 */
export * from './run-file.tsx';
export * from './run-parts.tsx';
export * from './runs-address.ts';
