// Building blocks of lists: URL state, selection, search box, states, pages, exports and layout.
export * from './download-menu.tsx';
export * from './export-menu.tsx';
export * from './hinted.tsx';
export * from './list-layout-menu.tsx';
export { toShownTable } from './list-file.tsx';
export type { FileView, ListFileQuery } from './list-file.tsx';
export * from './list-layout.ts';
export * from './list-parts.tsx';
export * from './list-query.ts';
export * from './list-view.ts';
export * from './search-box.tsx';
export * from './selection-note.tsx';
export * from './use-file-export.ts';
export * from './use-list-page.ts';
export * from './use-selection.ts';
