import { namedCatalogue } from '../model/index.ts';
import { testCatalogue } from '../testing/index.ts';
import { testUser } from '../testing/session.ts';
import { defaultModel } from './default-model.ts';
import { panelFields } from './panel-fields.ts';

const everything = new Set(testCatalogue.fields.map(({ field }) => field));
const outline = (...args: Parameters<typeof panelFields>) =>
  panelFields(...args).map(({ title, fields }) => [title, fields.map(({ field }) => field)]);
const reader = testUser({ role: 'Client', searchFields: ['Revenue', 'DeviceTypes', 'AnalystTags'] });

describe('panelFields', () => {
  it('begins with clients, dates and communities', () => {
    expect(outline(namedCatalogue, reader)).toEqual([
      ['General', ['Clients', 'RelativeDateRange', 'DateRange', 'Onlines']],
    ]);
  });

  it('widens by naming fields, in sections, as far as the user may search', () => {
    const sections = panelFields(testCatalogue, reader, {
      fields: everything,
      businessGroupIds: new Set(['bg1']),
    });
    expect(sections.map(({ title }) => title)).toEqual([
      'General',
      'Demographic',
      'Firmographic',
      'Contextual',
    ]);
    const names = sections.flatMap(({ fields }) => fields.map(({ field }) => field));
    expect(names).toEqual(expect.arrayContaining(['Revenue', 'DeviceTypes', 'AnalystTags', 'DocumentTypes']));
    expect(names).not.toEqual(expect.arrayContaining(['JsProcessed']));
    expect(names).not.toContain('ActivityTypes');
    expect(names).not.toContain('AnalystTagsExist');
  });

  it('leaves out dates, other business groups, and sections without fields', () => {
    const fields = new Set(['DateRange', 'RelativeDateRange', 'DeviceTypes', 'Email']);
    expect(outline(testCatalogue, reader, { fields, dates: false })).toEqual([['Demographic', ['Email']]]);
  });

  it('offers the reader organisation lookup to those who have it', () => {
    const options = { fields: new Set<string>(), readerOrgsLookup: true };
    expect(panelFields(namedCatalogue, testUser(), options)).toEqual([
      { title: 'Firmographic', fields: [], readerOrgsLookup: true },
    ]);
    expect(panelFields(namedCatalogue, reader, options)).toEqual([]);
  });
});

describe('defaultModel', () => {
  const now = new Date('2026-03-31T12:00:00.000Z');
  const company = (id: string) => ({ id, name: id, onlines: [] });

  it('chooses the company of a user who has one', () => {
    const of = (companies: string[], role: 'Client' | 'Internal') =>
      defaultModel(testUser({ role, companies: companies.map(company) }), {
        now,
        dates: 'range',
      }).filters.map(({ field }) => field);
    expect(of(['c1'], 'Client')).toEqual(['Clients', 'DateRange']);
    expect(of(['c1', 'c2'], 'Client')).toEqual(['DateRange']);
    expect(of([], 'Internal')).toEqual(['DateRange']);
  });
});
