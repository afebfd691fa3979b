// The vocabulary of webhooks. No schema library here.

/** The activities of one webhook message; a report with more sends several messages. */
export const maxWebhookActivities = 500;

/** The deals that a webhook message lists; their number is always told. */
export const maxWebhookDeals = 500;

/** Failed messages in a row after which the messages of a subscription pause. */
export const failuresBeforePause = 3;

/** Hours for which the previous secret of a webhook stays valid after a rotation. */
export const previousSecretHours = 24;

/** The kinds of chat channels that can receive messages. */
export const chatKinds = ['slack', 'teams'] as const;
export type ChatKind = (typeof chatKinds)[number];
export const chatKindNames: Readonly<Record<ChatKind, string>> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
};

/** The hosts of the addresses of each kind; one that begins with a dot stands for all hosts below it. */
export const chatHosts: Readonly<Record<ChatKind, readonly string[]>> = {
  slack: ['hooks.slack.com', 'hooks.slack-gov.com'],
  teams: ['.logic.azure.com', '.api.powerplatform.com'],
};

export const chatNameLength = 80;

/** The matches that a message to a chat channel lists; their number is always told. */
export const maxChatItems = 10;

/** The channels that a client can have. */
export const maxChatChannels = 20;
