/**
 * Formatted text: an editor, and its output shown on a page. Not provided by the shell: an area that uses it carries the
 * editor in its own bundle, so nothing here imports a component by a relative path, which would bundle it twice.
 */
export { HtmlContent } from './html-content.tsx';
export { RichTextEditor } from './rich-text-editor.tsx';
