import { chatContext, createChatBox } from '../../sendings/webhooks/chat-channel.ts';
import { addDays } from './calendar.ts';
import type { DemoPart } from './demo-part.ts';
import { findUserId } from './demo-users.ts';
import { uuid } from './random.ts';

/** Of no workspace: Slack refuses messages to it. */
const address = 'https://hooks.slack.com/services/demo';
/** Nothing that any key opens. */
const unreadable = new Uint8Array(32);

const writeBytes = (bytes: Uint8Array): string => String.raw`\x${Buffer.from(bytes).toString('hex')}`;

/** A Slack channel of the client whose webhook the activity reports of the demo have. */
export const chatChannelsPart: DemoPart = {
  name: 'chat-channels',
  tables: ({ now }, { secrets }, random) => {
    const at = new Date(addDays(now, -20));
    const channel = { id: uuid(random), client_id: 4 };
    const sealed = secrets ? createChatBox(secrets).seal(address, chatContext(channel)) : unreadable;
    return [
      {
        table: 'chat_channel',
        columns: [
          'id',
          'client_id',
          'kind',
          'name',
          'host',
          'ending',
          'address',
          'created_at',
          'updated_at',
          'updated_by',
        ],
        rows: [
          [
            channel.id,
            channel.client_id,
            'slack',
            '#reader-alerts',
            'hooks.slack.com',
            'demo',
            writeBytes(sealed),
            at,
            at,
            findUserId('admin'),
          ],
        ],
      },
    ];
  },
};
