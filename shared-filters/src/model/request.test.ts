import type { CallInput, Calls } from '@readerlens/contract/client';
import * as fc from 'fast-check';
import { arbModel, testCatalogue } from '../testing/index.ts';
import { parseActivityTypes } from './parse-value.ts';
import { parseFilters } from './parse.ts';
import { toRequest } from './request.ts';

describe('toRequest', () => {
  it('produces a body equivalent to the model', () => {
    fc.assert(
      fc.property(arbModel(), (model) => {
        const body: CallInput<Calls['POST /api/client-dashboard/stats']>['body'] = toRequest(model);
        expect(parseFilters(body.filters, testCatalogue)).toEqual({ ok: true, filters: model.filters });
        expect(parseActivityTypes(body.activityTypes)).toEqual({ ok: true, activityTypes: model.indices });
        expect('activityTypes' in body).toBe(model.indices.length > 0);
      }),
    );
  });
});
