// The vocabulary of webhooks. No schema library here.

/** The activities of one webhook message; a report with more sends several messages. */
export const maxWebhookActivities = 500;

/** The deals that a webhook message lists; their number is always told. */
export const maxWebhookDeals = 500;

/** Failed messages in a row after which the messages of a subscription pause. */
export const failuresBeforePause = 3;

/** Hours for which the previous secret of a webhook stays valid after a rotation. */
export const previousSecretHours = 24;
