import { Type } from 'typebox';
import { anyone } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { object } from '../schemas.ts';

export const filesCalls = {
  'GET /api/files/{token}': {
    tag: 'Files',
    summary: 'Downloads the file of a signed link; 400 when the link is not valid or has expired',
    access: anyone,
    params: object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    data: Type.Unsafe<Blob>({}),
    file: 'application/octet-stream',
  },
} as const satisfies Record<string, CallDefinition>;
