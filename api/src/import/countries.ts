/** ISO 3166 countries by region. */
const regions: Readonly<Record<string, string>> = {
  'North America': 'US CA BM GL PM',
  'Latin America':
    'AG AI AR AW BB BL BO BQ BR BS BZ CL CO CR CU CW DM DO EC FK GD GF GP GT GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PR PY SR SV SX TC TT UY VC VE VG VI',
  Europe:
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  'Asia Pacific':
    'AF AM AS AU AZ BD BN BT CC CK CN CX FJ FM GE GU HK ID IN IO JP KG KH KI KP KR KZ LA LK MH MM MN MO MP MV MY NC NF NP NR NU NZ PF PG PH PK PN PW SB SG TH TJ TK TL TM TO TV TW UM UZ VN VU WF WS',
  'Middle East & Africa':
    'AE AO BF BH BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IL IQ IR JO KE KM KW LB LR LS LY MA MG ML MR MU MW MZ NA NE NG OM PS QA RE RW SA SC SD SH SL SN SO SS ST SY SZ TD TG TN TR TZ UG YE YT ZA ZM ZW',
  Other: 'AQ BV GS HM TF',
};

export interface Country {
  readonly iso: string;
  readonly name: string;
  readonly region: string;
}

const englishNames = new Intl.DisplayNames('en', { type: 'region' });

const countries: readonly Country[] = Object.entries(regions).flatMap(([region, isos]) =>
  isos.split(' ').map((iso) => ({ iso, name: englishNames.of(iso) ?? iso, region })),
);

const byText = new Map(
  countries.flatMap((country) => [
    [country.iso.toLowerCase(), country],
    [country.name.toLowerCase(), country],
  ]),
);
const otherSpellings: Readonly<Record<string, string>> = {
  uk: 'GB',
  usa: 'US',
  'united states of america': 'US',
  'south korea': 'KR',
  'czech republic': 'CZ',
  turkey: 'TR',
};

/** A country by its ISO code or English name, whatever the case. */
export const countryOf = (text: string): Country | undefined => {
  const key = text.trim().toLowerCase();
  return byText.get(key) ?? byText.get((otherSpellings[key] ?? '').toLowerCase());
};
