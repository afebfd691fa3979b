export { createFileLinks } from './file-links.ts';
export type { FileLink, FileLinkPurpose, FileLinks } from './file-links.ts';
export { createFiles, safeFileName } from './files.ts';
export type { FileOwner, Files, NewFile, StoredFile } from './files.ts';
export { servedMediaType } from './media-type.ts';
export { openObjects } from './storage.ts';
