import { stored } from './output.ts';
import type { CallOutputs } from './output.ts';

export const searchCalls: CallOutputs = {
  outputs: [
    stored('GET /api/saved-searches/{userId}'),
    stored('GET /api/saved-searches/{userId}/{id}'),
    stored('GET /api/default-filters/{userId}'),
    stored('GET /api/default-filters/{userId}/{savedSearchId}'),
  ],
  silent: [
    'DELETE /api/saved-searches/{userId}/{id}',
    'PATCH /api/saved-searches/{id}',
    'POST /api/saved-searches',
    'POST /api/saved-searches/remove-default/{userId}/{id}',
    'POST /api/saved-searches/set-default/{userId}/{id}',
    'PUT /api/default-filters',
  ],
};
