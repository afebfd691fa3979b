import type { KnownBlock, PlainTextElement } from '@slack/types';
import type { ChatContent } from './chat-content.ts';
import { chatLengths, writeLines, writeMore, writeTitle } from './chat-text.ts';

/** The body of a message to an incoming webhook of Slack. */
export interface SlackMessage {
  /** What notifications show instead of the blocks. */
  readonly text: string;
  readonly blocks: KnownBlock[];
  readonly unfurl_links: false;
  readonly unfurl_media: false;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Slack decodes these in every text. Without them no mention, link or date can arise. */
const escape = (character: string): string => entities[character] ?? character;

const plain = (text: string): PlainTextElement => ({ type: 'plain_text', text, emoji: false });

const section = (lines: readonly string[]): KnownBlock[] =>
  lines.length > 0 ? [{ type: 'section', text: plain(lines.join('\n')) }] : [];

/** Data is in plain text only. The link is an element of its own, so that nothing of it is markup. */
export const writeSlackMessage = (content: ChatContent): SlackMessage => {
  const { link } = content;
  const title = writeTitle(content.title, escape);
  const lines = writeLines(content.lines, chatLengths.line, escape);
  const items = writeLines(content.items, chatLengths.item, escape).map((item) => `• ${item}`);
  const more = writeMore(content);
  return {
    text: [title, ...lines].join('\n'),
    blocks: [
      { type: 'header', text: plain(title) },
      ...section(lines),
      ...section(items),
      ...section(more === undefined ? [] : [more]),
      {
        type: 'rich_text',
        elements: [
          { type: 'rich_text_section', elements: [{ type: 'link', url: link.url, text: link.text }] },
        ],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
};
