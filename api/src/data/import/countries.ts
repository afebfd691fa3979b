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
  UK: 'GB',
  'Great Britain': 'GB',
  England: 'GB',
  Scotland: 'GB',
  USA: 'US',
  'United States of America': 'US',
  UAE: 'AE',
  'Republic of Korea': 'KR',
  'Korea, Republic of': 'KR',
  'Czech Republic': 'CZ',
  Turkey: 'TR',
  'Russian Federation': 'RU',
  'Viet Nam': 'VN',
  'Hong Kong': 'HK',
  Macau: 'MO',
  Macao: 'MO',
  'Ivory Coast': 'CI',
  Burma: 'MM',
  Swaziland: 'SZ',
  Macedonia: 'MK',
  'Cape Verde': 'CV',
  Palestine: 'PS',
};

export interface Country {
  readonly iso: string;
  readonly name: string;
  readonly region: string;
}

const englishNames = new Intl.DisplayNames('en', { type: 'region' });

const countries: readonly Country[] = Object.entries(isosByRegion).flatMap(([region, isos]) =>
  isos.split(' ').map((iso) => ({ iso, name: englishNames.of(iso) ?? iso, region })),
);

/** Letters only: spellings differ in accents, apostrophes and '&'. */
const keyOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '');

const byIso = new Map(countries.map((country) => [country.iso, country]));
const byKey = new Map([
  ...Object.entries(otherSpellings).map(([name, iso]) => [keyOf(name), byIso.get(iso)] as const),
  ...countries.flatMap((country) => [
    [keyOf(country.name), country] as const,
    [keyOf(country.iso), country] as const,
  ]),
]);

/** Finds a country by its two-letter ISO code or English name, ignoring case. */
export const countryOf = (text: string): Country | undefined => byKey.get(keyOf(text));
