export const messagesPausedHeading = 'Webhook messages are paused';
export const messagesPausedMessage = 'Messages are paused after repeated failure.';
export const messagesSentAgainMessage = 'Messages are sent again.';
export const noAddressMessage = 'The client has no webhook address yet.';
export const httpsMessage = 'The address must begin with https://.';
export const channelRemovedMessage = 'The Slack or Teams channel was removed. Choose another receiver.';
export const noSuchChannelMessage = 'Choose a channel of this client.';
