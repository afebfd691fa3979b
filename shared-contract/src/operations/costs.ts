import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, Moment, NamedId, enumSchema, object, orNull } from '../schemas.ts';

/** Whose calls or background work they were: of people with one client, of people with several ones, of staff, or of nobody who is signed in. */
export const costPayers = ['client', 'several', 'staff', 'none'] as const;
export type CostPayer = (typeof costPayers)[number];

const Seconds = Type.Number({ minimum: 0 });

export const ClientCost = object({
  payer: enumSchema(costPayers),
  client: orNull(NamedId),
  calls: Count,
  refused: { ...Count, description: 'Calls that were refused because of a limit or of load' },
  seconds: { ...Seconds, description: 'From the request to the end of the answer, of all calls together' },
  backgroundSeconds: { ...Seconds, description: 'Time that runs of background work took, of all together' },
  databaseSeconds: {
    ...Seconds,
    description: 'Use of sessions of the database, of all calls and runs together',
  },
});
export type ClientCost = Static<typeof ClientCost>;

export const ClientCosts = object({ since: Moment, heaviest: Type.Array(ClientCost) });
export type ClientCosts = Static<typeof ClientCosts>;

export const costCalls = {
  'GET /api/operations/client-costs': {
    tag: 'Operations',
    summary:
      'The ten clients who have used the database for longest in the last 24 hours, by calls and in the background',
    access: atLeast('Internal'),
    data: ClientCosts,
  },
} as const satisfies Record<string, CallDefinition>;
