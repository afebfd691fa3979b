export { CopyLink } from './copy-link.tsx';
export type { CopyLinkProps } from './copy-link.tsx';
export { FilterPanel } from './filter-panel.tsx';
export type { FilterPanelProps } from './filter-panel-props.ts';
export type { CountMatches } from './use-match-count.ts';
export { OptionsField } from './options-field.tsx';
export type { OptionsFieldProps } from './options-field.tsx';
