// English names of countries are those of CLDR, which Node has, and of ISO 3166, with what neither of them has.
import iso3166 from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/** ISO 3166 countries by region. */
const isosByRegion: Readonly<Record<string, string>> = {
  'North America': 'US CA BM GL PM',
  'Latin America':
    'AG AI AR AW BB BL BO BQ BR BS BV BZ CL CO CR CU CW DM DO EC FK GD GF GP GS GT GY HN HT JM KN KY LC MF MQ MS MX ' +
    'NI PA PE PR PY SR SV SX TC TT UY VC VE VG VI',
  Europe:
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK ' +
    'MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  'Asia Pacific':
    'AF AM AS AU AZ BD BN BT CC CK CN CX FJ FM GE GU HK HM ID IN IO JP KG KH KI KP KR KZ LA LK MH MM MN MO MP MV MY ' +
    'NC NF NP NR NU NZ PF PG PH PK PN PW SB SG TH TJ TK TL TM TO TV TW UM UZ VN VU WF WS',
  'Middle East & Africa':
    'AE AO BF BH BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IL IQ IR JO KE KM KW LB LR LS LY MA ' +
    'MG ML MR MU MW MZ NA NE NG OM PS QA RE RW SA SC SD SH SL SN SO SS ST SY SZ TD TF TG TN TR TZ UG YE YT ZA ZM ZW',
  Antarctica: 'AQ',
};

const otherSpellings: Readonly<Record<string, string>> = {
  England: 'GB',
  Scotland: 'GB',
  UAE: 'AE',
  'Czech Republic': 'CZ',
  'Viet Nam': 'VN',
  Macau: 'MO',
  Macao: 'MO',
  'Ivory Coast': 'CI',
  Burma: 'MM',
  Swaziland: 'SZ',
  Macedonia: 'MK',
  'Cabo Verde': 'CV',
  'State of Palestine': 'PS',
  'Plurinational State of Bolivia': 'BO',
  'Bolivarian Republic of Venezuela': 'VE',
  'Federated States of Micronesia': 'FM',
  'Republic of Moldova': 'MD',
  'United Republic of Tanzania': 'TZ',
  "Democratic People's Republic of Korea": 'KP',
  "Lao People's Democratic Republic": 'LA',
  'Syrian Arab Republic': 'SY',
  'Brunei Darussalam': 'BN',
  'Virgin Islands (British)': 'VG',
  'Virgin Islands (U.S.)': 'VI',
  'Saint Martin (French part)': 'MF',
  'Sint Maarten (Dutch part)': 'SX',
};

export interface Country {
  readonly iso: string;
  readonly name: string;
  readonly region: string;
}

iso3166.registerLocale(english);
const isoNames = iso3166.getNames('en', { select: 'all' });
const [longNames, shortNames] = (['long', 'short'] as const).map(
  (style) => new Intl.DisplayNames('en', { type: 'region', style }),
);

const countries: readonly Country[] = Object.entries(isosByRegion).flatMap(([region, isos]) =>
  isos.split(' ').map((iso) => ({ iso, name: longNames?.of(iso) ?? iso, region })),
);

const unimportant = new Set(['the', 'of', 'and']);

/**
 * What spellings of a name have in common: its words in alphabetical order, without accents. Lists write 'Korea, Republic
 * of' as well as 'Republic of Korea'.
 */
const buildNameKey = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}'’.]/gu, '')
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !unimportant.has(word))
    .sort((one, other) => (one < other ? -1 : 1))
    .join(' ');

const byIso = new Map(countries.map((country) => [country.iso, country]));

/** By key of a name. Null for a name that several countries have, such as Congo. */
const byName = new Map<string, Country | null>();
const addName = (name: string | undefined, country: Country): void => {
  const key = buildNameKey(name ?? '');
  if (key !== '') byName.set(key, (byName.get(key) ?? country) === country ? country : null);
};
for (const country of countries) {
  addName(country.name, country);
  addName(shortNames?.of(country.iso), country);
  for (const name of isoNames[country.iso] ?? []) addName(name, country);
}
for (const [name, iso] of Object.entries(otherSpellings)) {
  const country = byIso.get(iso);
  if (country) addName(name, country);
}

/** Words that are also codes in small letters. */
const noCodes = new Set(['na', 'no']);

const isCode = (text: string): boolean => /^(?:[A-Z]{2}|[a-z]{2})$/.test(text) && !noCodes.has(text);

/**
 * Finds a country by its English name, in any case and order of words, or by its two-letter ISO code, in capital or small
 * letters. 'NA' is Namibia, 'na' and 'N/A' are nothing.
 */
export const findCountry = (text: string): Country | undefined =>
  (isCode(text) ? byIso.get(text.toUpperCase()) : undefined) ?? byName.get(buildNameKey(text)) ?? undefined;
