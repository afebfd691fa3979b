import * as fc from 'fast-check';
import { arbModel, runs, testCatalogue, testSeed } from '../testing/index.ts';
import { emptyModel } from './kinds.ts';
import type { FilterModel } from './kinds.ts';
import { parseModel } from './parse.ts';
import { fromQuery, readSearch, toQuery, writeSearch } from './url.ts';

const isSome = ({ filters, indices }: FilterModel): boolean => filters.length + indices.length > 0;

describe('the link form', () => {
  it('is readable', () => {
    const model: FilterModel = {
      indices: ['Engagement', 'Webinar'],
      filters: [
        {
          $type: 'Terms',
          field: 'Clients',
          op: 'Contains',
          value: [{ id: 'c1', name: 'Acme' }, { id: 'c,2' }],
          allowNA: false,
        },
        { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-1y' },
        { $type: 'Terms', field: 'Newsletter', op: 'NotContains', value: [{ id: 'n1' }], allowNA: true },
        { $type: 'Text', field: 'Title', op: 'Contains', value: 'head of\nchief; ~' },
        { $type: 'DateRange', field: 'DateRange', value: { from: null, to: '2026-01-31' } },
        { $type: 'Numeric', field: 'Revenue', op: 'LessThan', value: 1e6 },
        { $type: 'Exists', field: 'Specifics', value: false },
      ],
    };
    expect(toQuery(model).split(';')).toEqual([
      'types:Engagement,Webinar',
      'Clients:c1,c~c2',
      'RelativeDateRange:-1y',
      'Newsletter.NotContains.na:n1',
      'Title.Contains:head of~nchief~s ~~',
      'DateRange:,2026-01-31',
      'Revenue.LessThan:1000000',
      'Specifics:no',
    ]);
    expect(writeSearch('?tab=2', { ...model, filters: model.filters.slice(0, 2) })).toBe(
      '?tab=2&f=types:Engagement,Webinar;Clients:c1,c~c2;RelativeDateRange:-1y',
    );
  });

  it('round-trips every model', () => {
    fc.assert(
      fc.property(arbModel(), (model) => {
        expect(fromQuery(toQuery(model), testCatalogue)).toEqual({ model, problems: [] });
      }),
      { numRuns: runs({ test: 1000, soak: 20_000 }), seed: testSeed },
    );
  });

  it('survives the address bar and encoding by other programs', () => {
    fc.assert(
      fc.property(arbModel().filter(isSome), (model) => {
        const { search } = new URL(writeSearch('?page=2', model), 'https://readerlens.example/search');
        expect(readSearch(search, testCatalogue)?.model).toEqual(model);
        expect(readSearch(new URLSearchParams(search).toString(), testCatalogue)?.model).toEqual(model);
      }),
      { numRuns: runs({ test: 200, soak: 5000 }), seed: testSeed },
    );
  });

  it('accepts any text without throwing, and returns a valid model', () => {
    const junk = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          'Clients',
          'Revenue',
          'Title',
          'DateRange',
          '.na',
          '.',
          ':',
          ';',
          ',',
          '~',
          'types:',
          '-1y',
          '1e999',
          '__proto__',
        ),
      ),
    );
    fc.assert(
      fc.property(junk, (parts) => {
        const { model } = fromQuery(parts.join(''), testCatalogue);
        expect(parseModel(model, testCatalogue)).toEqual({ ok: true, model });
      }),
      { numRuns: runs({ test: 2000, soak: 20_000 }), seed: testSeed },
    );
  });

  it('keeps the valid parts and reports the rest', () => {
    const { model, problems } = fromQuery(
      'Clients:c1;Nope:1;DateRange:2024-13-01,;RelativeDateRange:-7d;RelativeDateRange:-1d;Title.Like.Like:x;types:Dance',
      testCatalogue,
    );
    expect(toQuery(model)).toBe('Clients:c1;RelativeDateRange:-7d');
    expect(problems).toHaveLength(5);
    expect(
      fromQuery(Array.from({ length: 9 }, () => 'Title:x').join(';'), testCatalogue).problems,
    ).toHaveLength(2);
  });

  it('ignores empty segments', () => {
    expect(fromQuery('Clients:c1;;', testCatalogue)).toEqual(fromQuery('Clients:c1', testCatalogue));
  });

  it('leaves other parameters unchanged', () => {
    const model = fromQuery('Title:a b&c', testCatalogue).model;
    expect(writeSearch('?x=%20&f=old&y', model)).toBe('?x=%20&y&f=Title:a+b%26c');
    expect(writeSearch('?f=old', emptyModel)).toBe('');
    expect(readSearch('?x=1', testCatalogue)).toBeUndefined();
  });
});
