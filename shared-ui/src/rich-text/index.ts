/**
 * An editor of formatted text. Not provided by the shell: an area that uses it carries the
 * editor in its own bundle, so nothing here imports a component by a relative path, which would bundle it twice.
 */
export { RichTextEditor } from './rich-text-editor.tsx';
