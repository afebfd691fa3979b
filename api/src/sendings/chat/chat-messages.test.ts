import { webhookEvents } from '@readerlens/contract';
import { runs, testSeed } from '@readerlens/filters/testing';
import type * as AdaptiveCards from 'adaptivecards';
import fc from 'fast-check';
import { createRequire } from 'node:module';
import { writeChatContent, writeTestContent } from './chat-content.ts';
import type { ChatContent } from './chat-content.ts';
import { writeSlackMessage } from './slack-message.ts';
import { writeTeamsMessage } from './teams-message.ts';

// Its modules for bundlers have no file extensions in their imports.
const { AdaptiveCard, SerializationContext } = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
) as typeof AdaptiveCards;

const publicUrl = 'https://app.example';
const alert = webhookEvents['alert.fired'].example;
const report = webhookEvents['activity-report.delivered'].example;
const [activity] = report.activities;

const write = (type: string, data: object): ChatContent =>
  writeChatContent(JSON.stringify({ type, data }), publicUrl);

/** What the library of Adaptive Cards finds wrong with a card, or does not know. */
const findCardProblems = (content: ChatContent): string[] => {
  const [{ content: card }] = writeTeamsMessage(content).attachments;
  const context = new SerializationContext();
  const parsed = new AdaptiveCard();
  parsed.parse(structuredClone(card), context);
  const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
  const kept = parsed.toJSON(new SerializationContext());
  return [
    ...events,
    ...parsed.validateProperties().validationEvents.map(({ message }) => message),
    // The library drops properties that its schema does not have.
    ...(JSON.stringify(kept).length < JSON.stringify(card).length ? ['Some properties are unknown.'] : []),
  ];
};

const textsOfSlack = (content: ChatContent): string[] => {
  const { text, blocks } = writeSlackMessage(content);
  return [
    text,
    ...blocks.flatMap((block) => {
      if (block.type === 'header') return [block.text.text];
      return block.type === 'section' && block.text ? [block.text.text] : [];
    }),
  ];
};

const hostile =
  '<!channel> <!here> <@U012AB3CD> <https://evil.example|Bank> & <at>Jane</at> [x](https://evil.example) **b** {{DATE(2026-01-01T00:00:00Z)}} \u202Eabc\nnext';

describe('a message to a chat channel', () => {
  it('tells what an alert has matched', () => {
    expect(write('alert.fired', alert)).toEqual({
      title: 'Institutes that read more',
      lines: ['1 organization of Norvane', 'Feb 2, 2026 to Mar 1, 2026', alert.rule],
      items: ['Example Institute: 12 activities, 100% more than the 6 that were expected'],
      more: 0,
      link: { text: 'Open the alert in Readerlens', url: alert.link },
    });
  });

  it('of an older version has no rule', () => {
    const { rule: _, filters: _filters, ...old } = alert;
    expect(write('alert.fired', old).lines).toEqual([
      '1 organization of Norvane',
      'Feb 2, 2026 to Mar 1, 2026',
    ]);
  });

  it('lists ten matches and tells how many more there are', () => {
    const activities = Array.from({ length: 500 }, () => activity);
    const content = write('alert.fired', {
      ...alert,
      entityType: null,
      entities: [],
      activities,
      total: 1500,
    });
    expect(content).toMatchObject({
      lines: ['1,500 activities of Norvane', expect.anything(), alert.rule],
      more: 1490,
    });
    expect(content.items).toEqual(
      Array.from(
        { length: 10 },
        () => 'Mar 2, 2026, Engagement: Ana Lind (Example Institute), Advances in imaging',
      ),
    );
    expect(textsOfSlack(content)).toContain('And 1,490 more. All are in Readerlens.');
  });

  it('tells the period and the number of activities of a report, without activities', () => {
    expect(write('activity-report.delivered', report)).toEqual({
      title: 'Activity report: Norvane',
      lines: ['1 activity', 'Mar 2, 2026'],
      items: [],
      more: 0,
      link: {
        text: 'Open the report in Readerlens',
        url: `${publicUrl}/dissemination-contact/dashboard/${report.configId}/${report.reportId}`,
      },
    });
  });

  it('is a message of Slack in blocks', () => {
    expect(writeSlackMessage(write('alert.fired', alert))).toEqual({
      text: `Institutes that read more\n1 organization of Norvane\nFeb 2, 2026 to Mar 1, 2026\n${alert.rule}`,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Institutes that read more', emoji: false } },
        {
          type: 'section',
          text: {
            type: 'plain_text',
            text: `1 organization of Norvane\nFeb 2, 2026 to Mar 1, 2026\n${alert.rule}`,
            emoji: false,
          },
        },
        {
          type: 'section',
          text: {
            type: 'plain_text',
            text: '• Example Institute: 12 activities, 100% more than the 6 that were expected',
            emoji: false,
          },
        },
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [{ type: 'link', url: alert.link, text: 'Open the alert in Readerlens' }],
            },
          ],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('is an Adaptive Card for Teams', () => {
    const { type, attachments } = writeTeamsMessage(write('alert.fired', alert));
    expect(type).toBe('message');
    expect(attachments).toHaveLength(1);
    expect(attachments[0]).toMatchObject({
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        version: '1.4',
        actions: [{ type: 'Action.OpenUrl', title: 'Open the alert in Readerlens', url: alert.link }],
      },
    });
    for (const content of [
      write('alert.fired', alert),
      write('activity-report.delivered', report),
      writeTestContent('Norvane', publicUrl),
    ])
      expect(findCardProblems(content)).toEqual([]);
  });

  it('shows markup as it was written', () => {
    const content = write('alert.fired', { ...alert, name: hostile, client: hostile });
    const slack = JSON.stringify(writeSlackMessage(content));
    expect(slack).not.toMatch(/[<>]/);
    expect(slack).toContain('&lt;!channel&gt; &lt;!here&gt; &lt;@U012AB3CD&gt;');
    expect(slack).not.toContain('mrkdwn');
    const teams = JSON.stringify(writeTeamsMessage(content));
    expect(teams).not.toMatch(/<\/?at|\{\{DATE|msteams|"TextBlock"/);
    expect(teams).toContain('<\u200Bat>Jane<\u200B/at> [x](https://evil.example) **b**');
    for (const text of [slack, teams]) expect(text).not.toMatch(/\u202E|\\n(?=next)/);
  });

  it('keeps the limits of Slack and Teams, whatever the texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }),
      fc.constantFrom(
        hostile.repeat(40),
        '&'.repeat(5000),
        '<@U1>'.repeat(900),
        '👩‍🔬'.repeat(900),
        '\uD800'.repeat(900),
        '"'.repeat(900),
        '漢'.repeat(3000),
      ),
    );
    const contents = fc.record({
      title: text,
      lines: fc.array(text, { minLength: 1, maxLength: 2 }),
      items: fc.array(text, { maxLength: 10 }),
      more: fc.nat(),
      link: fc.constant({ text: 'Open the alert in Readerlens', url: alert.link }),
    });
    const check = (content: ChatContent) => {
      const { text: fallback, blocks } = writeSlackMessage(content);
      expect(blocks.length).toBeLessThanOrEqual(50);
      expect(fallback.length).toBeLessThanOrEqual(3000);
      for (const each of textsOfSlack(content)) {
        expect(each.length).toBeGreaterThan(0);
        expect(each.length).toBeLessThanOrEqual(3000);
        expect(each).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
        expect(each).not.toMatch(/\p{Cs}/u);
      }
      const [header] = blocks;
      expect(header?.type === 'header' && header.text.text.length <= 150).toBe(true);
      const teams = JSON.stringify(writeTeamsMessage(content));
      expect(Buffer.byteLength(teams)).toBeLessThan(28_000);
      expect(teams).not.toMatch(/<\/?at|\{\{/i);
      expect(findCardProblems(content)).toEqual([]);
    };
    fc.assert(fc.property(contents, check), { seed: testSeed, numRuns: runs({ test: 60, soak: 2000 }) });
  });
});
