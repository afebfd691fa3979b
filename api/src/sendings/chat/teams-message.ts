import type { ChatContent } from './chat-content.ts';
import { chatLengths, writeLines, writeMore, writeTitle } from './chat-text.ts';

interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly size?: 'Large';
  readonly weight?: 'Bolder';
  readonly isSubtle?: boolean;
}

interface RichTextBlock {
  readonly type: 'RichTextBlock';
  readonly inlines: readonly TextRun[];
  readonly spacing?: 'Small' | 'Medium';
}

interface AdaptiveCard {
  readonly type: 'AdaptiveCard';
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  readonly version: '1.4';
  readonly body: readonly RichTextBlock[];
  readonly actions: readonly [
    { readonly type: 'Action.OpenUrl'; readonly title: string; readonly url: string },
  ];
}

/** The body of a message to the Workflows of Microsoft Teams. */
export interface TeamsMessage {
  readonly type: 'message';
  readonly attachments: readonly [
    { readonly contentType: 'application/vnd.microsoft.card.adaptive'; readonly content: AdaptiveCard },
  ];
}

const space = '\u200B';

/**
 * Runs of text have no Markdown. A space without width after these characters keeps `<at>` and `{{DATE(…)}}` from being
 * written at all, in case that something else reads them.
 */
const escape = (character: string): string =>
  character === '<' || character === '{' ? `${character}${space}` : character;

const block = (
  text: string,
  look: Omit<TextRun, 'type' | 'text'>,
  spacing: 'Small' | 'Medium',
): RichTextBlock => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...look }],
  spacing,
});

export const writeTeamsMessage = (content: ChatContent): TeamsMessage => {
  const { link } = content;
  const lines = writeLines(content.lines, chatLengths.line, escape);
  const items = writeLines(content.items, chatLengths.item, escape);
  const more = writeMore(content);
  const body = [
    block(writeTitle(content.title, escape), { size: 'Large', weight: 'Bolder' }, 'Medium'),
    ...lines.map((line) => block(line, { isSubtle: true }, 'Small')),
    ...items.map((item) => block(`• ${item}`, {}, 'Small')),
    ...(more === undefined ? [] : [block(more, { isSubtle: true }, 'Small')]),
  ];
  const card: AdaptiveCard = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    body,
    actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  };
};
