import { Type } from 'typebox';
import { signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { companiesCalls } from '../companies/calls.ts';
import { marketingCalls } from '../marketing/calls.ts';
import { mostActiveCalls } from '../most-active/calls.ts';
import { overviewCalls } from '../overview/calls.ts';
import { readersCalls } from '../readers/calls.ts';
import { FilterRequest, enumSchema, object } from '../schemas.ts';
import { maxWanted } from './vocabulary.ts';

export const dashboardCalls = {
  ...overviewCalls,
  ...readersCalls,
  ...companiesCalls,
  ...mostActiveCalls,
} as const;

/** Figures have filters in their body, and no file as an answer. */
const isFigure = ([call, definition]: readonly [string, CallDefinition]) =>
  call.startsWith('POST ') && definition.file === undefined;

/** The calls that one request may ask for together. */
export const figureCalls = Object.entries({ ...dashboardCalls, ...marketingCalls })
  .filter(isFigure)
  .map(([call]) => call);

const Wanted = object({
  call: enumSchema(
    figureCalls,
    'A call of a dashboard, as in this document: `POST /api/client-dashboard/stats`',
  ),
  params: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Of its path' })),
  body: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'What it takes besides the filters, or filters of its own in place of the shared ones',
    }),
  ),
});

export const answersCalls = {
  'POST /api/dashboards/answers': {
    tag: 'Dashboards',
    access: signedIn,
    api: true,
    reads: true,
    summary:
      'Answers of several calls of dashboards with the same filters. Each line of the answer is JSON: `index` of the call, the `status` ' +
      'and the `body` that the call alone answers with. Lines come as they are ready',
    body: object({
      ...FilterRequest.properties,
      wanted: Type.Array(Wanted, { minItems: 1, maxItems: maxWanted }),
    }),
    data: Type.Unsafe<Blob>(Type.Unknown()),
    file: 'application/x-ndjson',
  },
} as const satisfies Record<string, CallDefinition>;
