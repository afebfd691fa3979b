import { styled } from '@readerlens/ui';
import type { SyntheticEvent } from 'react';

const Frame = styled('iframe', {
  base: { width: 'full', height: '60vh', borderWidth: '1px', borderRadius: 'md', background: 'white' },
});

const sheets = /<style>([\s\S]*?)<\/style>/g;

/** The mail without styles: the policy of the page refuses those in markup, but not those that its scripts set. */
const withoutStyles = (html: string): string =>
  html.replaceAll(sheets, '').replaceAll(/\sstyle="/g, ' data-style="');

/** Applies the styles. Links would open inside the frame, where pages of the product cannot run, so they lead nowhere. */
const prepare = ({ contentDocument, contentWindow }: HTMLIFrameElement, html: string) => {
  if (!contentDocument || !contentWindow) return;
  for (const element of contentDocument.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? '';
  for (const link of contentDocument.querySelectorAll('a')) link.removeAttribute('href');
  contentDocument.adoptedStyleSheets = [...html.matchAll(sheets)].map(([, rules = '']) => {
    const sheet = new (contentWindow as Window & typeof globalThis).CSSStyleSheet();
    sheet.replaceSync(rules);
    return sheet;
  });
};

/** A mail as a document of its own, without scripts and forms. Of the same origin, so that this page can apply its styles. */
export const MailFrame = ({ html }: { html: string }) => (
  <Frame
    title="Mail"
    sandbox="allow-same-origin"
    srcDoc={withoutStyles(html)}
    onLoad={({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => prepare(currentTarget, html)}
  />
);
