import { Type } from 'typebox';
import { anyone, signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Id, enumSchema, object } from '../schemas.ts';
import { accessTokenErrors, apiScope } from './vocabulary.ts';

const tag = 'API access';

const secret = object({ secret: Type.String({ description: 'Shown once: only its hash is stored' }) });

const credential = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

export const apiAccessCalls = {
  'GET /api/secret/{apiClientId}': {
    tag,
    summary: 'A new API secret. The former one, and the access tokens made with it, end at once',
    access: signedIn,
    reads: false,
    params: object({ apiClientId: Id }),
    data: secret,
    top: secret,
  },
  'POST /api/token': {
    tag,
    summary: 'An access token for API credentials, as OAuth 2.0 defines it (RFC 6749, section 4.4)',
    access: anyone,
    // RFC 6749 has unknown parameters ignored.
    body: Type.Object({
      grant_type: Type.String({ maxLength: 100, description: "'client_credentials'" }),
      scope: Type.Optional(Type.String({ maxLength: 200, description: `Only '${apiScope}'` })),
      client_id: credential(100),
      client_secret: credential(200),
    }),
    data: object({
      access_token: Type.String(),
      token_type: Type.Literal('Bearer'),
      expires_in: Type.Integer({ description: 'Seconds' }),
      scope: Type.Literal(apiScope),
    }),
    plain: {
      failure: object({ error: enumSchema(accessTokenErrors), error_description: Type.String() }),
    },
  },
} as const satisfies Record<string, CallDefinition>;
