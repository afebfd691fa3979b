import { findCountry } from './countries.ts';
import * as fieldValues from './field-values.ts';
import { BadValue } from './field-values.ts';
import type { ParseValue } from './field-values.ts';

const parsers: Readonly<Record<string, unknown>> = { ...fieldValues };
const parse = (name: string, text: string) => (parsers[name] as ParseValue)(text);

describe('values', () => {
  it.each<[keyof typeof fieldValues, string, unknown]>([
    ['instant', '2025-03-31T14:05:00Z', '2025-03-31T14:05:00.000Z'],
    ['instant', '2025-03-31 14:05', '2025-03-31T14:05:00.000Z'],
    ['instant', '2025-03-31', '2025-03-31T00:00:00.000Z'],
    ['instant', '2025-03-31T23:30:00.1239-02:30', '2025-04-01T02:00:00.123Z'],
    ['instant', '2025-01-01T00:30:00+0100', '2024-12-31T23:30:00.000Z'],
    ['instant', '2024-02-29T10:00:00+05', '2024-02-29T05:00:00.000Z'],
    ['day', '2024-02-29', '2024-02-29'],
    ['activityType', 'customer request', 2],
    ['activityType', 'Webinar', 3],
    ['source', 'Lead_Nurture campaign', 4],
    ['status', 'rejected after approval', 3],
    ['stage', 'EARLY', 'Early'],
    ['contentType', 'your content', 1],
    ['sequence', 'subsequent', 2],
    ['sequence', '1', 1],
    ['quality', '3', 3],
    ['profileStatus', 'Basic', 2],
    ['flag', 'Yes', true],
    ['flag', '0', false],
    ['gated', 'ungated', 2],
    ['gated', 'true', 1],
    ['email', 'Ana@Example.com', 'Ana@Example.com'],
    ['country', 'br', 'BR'],
    ['country', "Cote d'Ivoire", 'CI'],
    ['country', 'United States of America', 'US'],
    ['domain', 'https://www.Acme.example/about', 'acme.example'],
    ['webAddress', 'www.acme.example/a b'.replace(' ', '%20'), 'https://www.acme.example/a%20b'],
    ['webAddress', 'http://acme.example', 'http://acme.example'],
    ['list', ' Cells | biologics||cells ', 'Cells|biologics'],
    ['address', '1 Main St\r\n Floor 2\n\nLyon', '1 Main St, Floor 2, Lyon'],
    ['id', 'a\nb', 'a\nb'],
  ])('%s accepts %s', (name, text, expected) => {
    expect(parse(name, text)).toBe(expected);
  });

  it.each<[keyof typeof fieldValues, string]>([
    ['instant', '2025-02-30T10:00:00Z'],
    ['instant', '2025-13-01'],
    ['instant', '31.03.2025'],
    ['instant', '03/31/2025 10:00'],
    ['instant', '2025-03-31T24:01:00Z'],
    ['instant', '2025-03-31T10:00:61Z'],
    ['instant', '2025-03-31X10:00'],
    ['instant', '2025-03-31T10:00:00+19:00'],
    ['instant', '1969-12-31T23:59:59Z'],
    ['instant', '2100-01-01'],
    ['instant', 'yesterday'],
    ['day', '2025-03-31T10:00'],
    ['activityType', '1'],
    ['quality', '4'],
    ['quality', '-1'],
    ['flag', '-1'],
    ['sequence', ' _2'],
    ['address', '1 Main\u202e St'],
    ['id', '\u200b\n'],
    ['webAddress', 'https://acme.example/\u202efdp'],
    ['webAddress', 'https://acme.example/\u0007'],
    ['list', 'Cells|\u200b'],
    ['flag', 'perhaps'],
    ['email', 'ana'],
    ['country', 'Atlantis'],
    ['country', 'XX'],
    ['country', '日本'],
    ['domain', 'acme'],
    ['webAddress', 'javascript:alert(1)'],
    ['webAddress', 'ftp://acme.example'],
    ['webAddress', `https://acme.example/${'x'.repeat(2000)}`],
    ['list', 'x'.repeat(201)],
  ])('%s rejects %s', (name, text) => {
    expect(() => parse(name, text)).toThrow(BadValue);
  });

  it('include every country once, with its region', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
    const known = letters.flatMap((first) => letters.flatMap((second) => findCountry(first + second) ?? []));
    const isos = new Set(known.map(({ iso }) => iso));
    expect(isos.size).toBe(250);
    expect(findCountry('GB')).toEqual({ iso: 'GB', name: 'United Kingdom', region: 'Europe' });
    for (const { iso, name } of known) expect(findCountry(name)?.iso).toBe(iso);
  });

  it.each<[string, readonly string[]]>([
    ['MM', ['Myanmar', 'Burma', 'Myanmar (Burma)']],
    ['CV', ['Cabo Verde', 'Cape Verde']],
    ['NL', ['The Netherlands', 'Netherlands', 'netherlands (kingdom of the)']],
    ['IR', ['Iran', 'Iran, Islamic Republic of', 'Iran (Islamic Republic of)']],
    ['KR', ['South Korea', 'Korea, Republic of', 'Korea (Republic of)']],
    ['KP', ['North Korea', "Korea, Democratic People's Republic of"]],
    ['CD', ['Congo, Democratic Republic of the', 'Democratic Republic of the Congo']],
    ['CG', ['Republic of the Congo', 'Congo - Brazzaville']],
    ['BO', ['Bolivia (Plurinational State of)', 'Bolivia, Plurinational State of']],
    ['VE', ['Venezuela, Bolivarian Republic of', 'VENEZUELA']],
    ['MD', ['Moldova, Republic of', 'Moldova']],
    ['TZ', ['Tanzania, United Republic of', 'Tanzania']],
    ['CI', ["Côte d'Ivoire", 'Cote d’Ivoire', 'Ivory Coast']],
    ['TR', ['Türkiye', 'Turkey']],
    ['CZ', ['Czechia', 'Czech Republic']],
    ['GB', ['United Kingdom', 'UK', 'Great Britain', 'gb']],
    ['US', ['United States', 'United States of America', 'USA', 'U.S.A.', 'us']],
    ['RU', ['Russia', 'Russian Federation']],
    ['VN', ['Vietnam', 'Viet Nam']],
    ['LA', ['Laos', "Lao People's Democratic Republic"]],
    ['SY', ['Syria', 'Syrian Arab Republic']],
    ['HK', ['Hong Kong', 'Hong Kong SAR China']],
    ['FK', ['Falkland Islands (Malvinas)', 'Falkland Islands']],
    ['TW', ['Taiwan', 'Taiwan, Province of China']],
    ['NA', ['NA', 'Namibia']],
    ['NO', ['NO', 'Norway']],
  ])('read every usual spelling of %s', (iso, names) => {
    expect(names.map((name) => [name, findCountry(name)?.iso])).toEqual(names.map((name) => [name, iso]));
  });

  it.each(['N/A', 'n/a', 'na', 'No', 'no', 'Congo', 'Korea', 'Gb', ''])('read no country from %j', (text) => {
    expect(findCountry(text)).toBeUndefined();
  });
});
