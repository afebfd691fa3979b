import { addDays } from './calendar.ts';
import type { DemoPart } from './demo-part.ts';
import { findUserId } from './demo-users.ts';
import { uuid } from './random.ts';

/** Nothing that can be decrypted: a message to the channel fails, and says that the address has to be entered again. */
const address = String.raw`\x${'00'.repeat(32)}`;

/** A Slack channel of the client whose webhook the activity reports of the demo have. */
export const chatChannelsPart: DemoPart = {
  name: 'chat-channels',
  tables: ({ now }, _context, random) => {
    const at = new Date(addDays(now, -20));
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
            uuid(random),
            4,
            'slack',
            '#reader-alerts',
            'hooks.slack.com',
            'demo',
            address,
            at,
            at,
            findUserId('admin'),
          ],
        ],
      },
    ];
  },
};
