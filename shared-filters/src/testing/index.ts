// Arbitraries for property tests. Importers need fast-check as a dependency.
import {
  activityTypes,
  contentTypes,
  mediaSourceOptions,
  sources,
  stages,
} from '@readerlens/contract/vocabulary';
import * as fc from 'fast-check';
import {
  addDays,
  createCatalogue,
  numericOps,
  opsOfField,
  questionField,
  relativeCodes,
  termsOps,
  textOps,
} from '../model/index.ts';
import type {
  EngagementFacts,
  FieldCatalogue,
  FieldDefinition,
  Filter,
  FilterModel,
} from '../model/index.ts';

export { countDays, countRounds, daysOfRound, isSoak, runs, seededRandom, share, testSeed } from './loops.ts';

/** What makes texts differ that look the same, and what only looks as if it did. */
const oddCharacters = Array.from(
  "  abAB-'’‘ʼ′´`“”" +
    '\t\n\r\u000b\u0085\u00a0\u1680\u2000\u2007\u2009\u200a\u2028\u202f\u205f\u3000' +
    '\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u2060\u2066\u3164\ufeff\ufe0f\ufff9\u{e0041}\u{e0100}' +
    '‐‑‒–—―−﹣－⁻˗־〜ー' +
    'éÉßẞŁøıİςΣſŒæﬁﬃ™½²ＡａⅣ①㎏ŉ\u0301\u0308\u0323\u1e9b¨¸゛\u3099がｶﾞ한\u1112\u1161\ufdfa\ufc5e' +
    'می\u064bक\u094dष\u200dശ्ᠠᡀ👩🔬🏽❤🏴😀',
);

/** Newer than Unicode 11: not every engine knows the small ones of these letters, and the order of these marks. */
export const newCharacter = /[\u0897\u0ece\u1acf-\u1aff\u1c89\u2c2f\ua7c0-\ua7f6]/;

/** Text with the odd characters, and any other letters, marks, numbers and signs of one UTF-16 unit. */
export const oddTextArb: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...oddCharacters) },
      {
        weight: 1,
        arbitrary: fc
          .integer({ min: 0x20, max: 0xffef })
          .map((code) => String.fromCharCode(code))
          .filter((one) => /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(one) && !newCharacter.test(one)),
      },
    ),
    { maxLength: 12 },
  )
  .map((characters) => characters.join(''));

/** The instant around which rows and dates are generated. */
export const testNow = new Date('2026-03-31T12:00:00.000Z');

/** The named fields, and question fields of four kinds. */
export const testCatalogue: FieldCatalogue = createCatalogue([
  questionField({
    id: 'q1',
    field: 'DeviceTypes',
    label: 'Device Types',
    group: 'FirmographicMedicalDevices',
    kind: 'Terms',
    businessGroupId: 'bg1',
  }),
  questionField({
    id: 'q2',
    field: 'DrugName',
    label: 'Drug Name',
    group: 'FirmographicLifeSciences',
    kind: 'Text',
  }),
  questionField({
    id: 'q3',
    field: 'DeviceCount',
    label: 'Device Count',
    group: 'FirmographicMedicalDevices',
    kind: 'Numeric',
  }),
  questionField({
    id: 'q4',
    field: 'DeviceMaker',
    label: 'Device Maker',
    group: 'FirmographicMedicalDevices',
    kind: 'Bool',
  }),
]);

// Few values, so that filters match rows; case, accents and pattern characters, to exercise comparisons.
const smallText = fc
  .array(fc.constantFrom('a', 'A', 'b', 'É', 'é', 'Σ', 'ß', ' ', '%', '*', '_', '\\', "'", '1'), {
    maxLength: 5,
  })
  .map((letters) => letters.join(''));
const smallId = fc.constantFrom('1', '2', '3', 'x', 'Y', '-1');
const smallNumber = fc.constantFrom(0, 1, 2, 10, 1000, 1_000_000);
const day = fc.integer({ min: -800, max: 5 }).map((days) => addDays('2026-03-31', days));

const anyId = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((id) => id.trim() !== '' && !id.includes('\0') && id.length <= 128);
const anyText = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
const anyLines = fc
  .array(anyText, { maxLength: 4 })
  .chain((lines) => fc.constantFrom('\n', '\r\n', '\r').map((end) => lines.join(end)));

interface Vocabulary {
  readonly id: fc.Arbitrary<string>;
  readonly text: fc.Arbitrary<string>;
  readonly number: fc.Arbitrary<number>;
}
/** Values that also occur in rows of `arbFacts`. */
const rowLike: Vocabulary = {
  id: smallId,
  text: fc.array(smallText, { maxLength: 3 }).map((lines) => lines.join('\n')),
  number: smallNumber,
};
/** Any value that can be stored. */
const wild: Vocabulary = {
  id: anyId,
  text: anyLines,
  number: fc.integer({ min: -1e15, max: 1e15 }).map((n) => (n === 0 ? 0 : n)),
};

const arbTerms = (definition: FieldDefinition, { id }: Vocabulary) => {
  const { options } = definition;
  const ids = options?.from === 'static' ? fc.constantFrom(...options.items.map((item) => item.id)) : id;
  return fc.uniqueArray(ids, { maxLength: 4 }).map((chosen) => chosen.map((one) => ({ id: one })));
};

const arbRange = fc
  .tuple(fc.option(day, { nil: null }), fc.option(day, { nil: null }))
  .map(([a, b]) => (a !== null && b !== null && a > b ? { from: b, to: a } : { from: a, to: b }));

const arbOp = <T extends string>(ops: readonly T[], definition: FieldDefinition) =>
  fc.constantFrom(...ops.filter((op) => opsOfField(definition).includes(op)));
const flag = fc.constantFrom(true, false, null);

const arbOfField = (definition: FieldDefinition, words: Vocabulary): fc.Arbitrary<Filter> => {
  const { field, kind } = definition;
  switch (kind) {
    case 'Terms':
      return fc
        .record({
          op: arbOp(termsOps, definition),
          value: arbTerms(definition, words),
          allowNA: fc.boolean(),
        })
        .map((rest) => ({ $type: kind, field, ...rest }));
    case 'Text':
      return fc
        .record({ op: arbOp(textOps, definition), value: words.text })
        .map((rest) => ({ $type: kind, field, ...rest }));
    case 'Bool':
      return fc
        .record({ value: flag, allowNA: fc.boolean() })
        .map((rest) => ({ $type: kind, field, ...rest }));
    case 'DateRange':
      return arbRange.map((value) => ({ $type: kind, field, value }));
    case 'Numeric':
      return fc
        .record({
          op: arbOp(numericOps, definition),
          value: fc.option(words.number, { nil: null }),
        })
        .map((rest) => ({ $type: kind, field, ...rest }));
    case 'Media':
      return fc
        .uniqueArray(fc.constantFrom(...Object.keys(mediaSourceOptions)), { maxLength: 3 })
        .map((value) => ({ $type: kind, field, value }));
    case 'RelativeDateRange':
      return fc.constantFrom(...relativeCodes).map((value) => ({ $type: kind, field, value }));
    case 'Exists':
      return flag.map((value) => ({ $type: kind, field, value }));
  }
};

const arbList = (catalogue: FieldCatalogue, words: Vocabulary, maxLength: number): fc.Arbitrary<Filter[]> =>
  fc
    .array(
      fc.constantFrom(...catalogue.fields).chain((definition) => arbOfField(definition, words)),
      { maxLength },
    )
    .map((filters) => {
      const isFirstDate = (filter: Filter, index: number) =>
        !filter.$type.endsWith('DateRange') ||
        filters.findIndex(({ field }) => field === filter.field) === index;
      return filters.filter(isFirstDate);
    });

/** Filters of one field, with values that also occur in generated rows. */
export const arbFilter = (definition: FieldDefinition): fc.Arbitrary<Filter> =>
  arbOfField(definition, rowLike);

/** Lists of filters with values that also occur in generated rows. */
export const arbFilters = (
  catalogue: FieldCatalogue = testCatalogue,
  maxLength = 4,
): fc.Arbitrary<Filter[]> => arbList(catalogue, rowLike, maxLength);

/** Any model that the parser accepts, its terms without names. */
export const arbModel = (catalogue: FieldCatalogue = testCatalogue): fc.Arbitrary<FilterModel> =>
  fc.record({
    filters: fc.oneof(arbList(catalogue, wild, 7), arbList(catalogue, rowLike, 7)),
    indices: fc.subarray([...activityTypes]),
  });

const nullable = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(values, { nil: null, freq: 4 });
const ids = fc.uniqueArray(smallId, { maxLength: 3 });

/** Rows that the filters of `arbFilters` match now and then. */
export const arbFacts: fc.Arbitrary<EngagementFacts> = fc.record({
  clientId: smallId,
  onlineId: nullable(smallId),
  occurredAt: fc
    .tuple(day, fc.constantFrom('00:00:00.000', '12:30:00.000', '23:59:59.999'))
    .map(([date, time]) => `${date}T${time}Z`),
  activityType: fc.constantFrom(...activityTypes),
  sequence: fc.constantFrom(1 as const, 2 as const),
  quality: nullable(fc.constantFrom(1 as const, 2 as const, 3 as const)),
  source: fc.constantFrom(...sources),
  documentTitle: nullable(smallText),
  documentType: nullable(smallId),
  stage: fc.constantFrom(...stages),
  contentType: nullable(fc.constantFrom(...contentTypes)),
  topics: ids,
  openAccess: nullable(fc.constantFrom(1 as const, 2 as const)),
  jsProcessed: nullable(fc.boolean()),
  analystTags: ids,
  newsletter: nullable(smallId),
  offerings: ids,
  profileStatus: nullable(fc.constantFrom(1 as const, 2 as const, 3 as const)),
  specifics: nullable(smallText),
  email: nullable(smallText),
  firstName: nullable(smallText),
  lastName: nullable(smallText),
  title: nullable(smallText),
  personas: ids,
  city: nullable(smallText),
  state: nullable(smallId),
  country: nullable(smallId),
  region: nullable(smallId),
  clientConsent: nullable(fc.boolean()),
  nlConsent: nullable(fc.boolean()),
  readerOrgId: nullable(smallId),
  readerCompany: nullable(smallText),
  revenue: nullable(smallNumber),
  productCategory: ids,
  orgType: ids,
  answers: fc.record(
    {
      DeviceTypes: ids,
      DrugName: nullable(smallText),
      DeviceCount: nullable(smallNumber),
      DeviceMaker: nullable(fc.boolean()),
    },
    { requiredKeys: [] },
  ),
});

export { evaluateRule } from './evaluate-rule.ts';
