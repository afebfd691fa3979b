import { Type } from 'typebox';
import type { Static } from 'typebox';
import {
  accessLevels,
  activityTypes,
  docAges,
  dropReasons,
  errorCodes,
  filterKinds,
  roleRank,
} from './vocabulary.ts';
import type { Claim, Role } from './vocabulary.ts';

const strict = { additionalProperties: false } as const;

export const enumSchema = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>(Type.String({ enum: [...values], ...(description ? { description } : {}) }));

/** An object that refuses unknown keys: a misspelt option is an error, not a silent default. */
export const object = <const P extends Parameters<typeof Type.Object>[0]>(
  properties: P,
  options: { description?: string } = {},
) => Type.Object(properties, { ...strict, ...options });

export const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const Count = Type.Integer({ minimum: 0 });
export const viewsNotifications = Type.Boolean({
  description: 'Whether the user may open the Notification Dashboard',
});
export const Moment = Type.String({ description: 'ISO 8601, UTC' });
const idOptions = { minLength: 1, maxLength: 64 } as const;
export const Id = Type.String({ ...idOptions, description: 'Opaque id' });
export const ReaderName = Type.String({
  description: "What the reader is called: the name, else the e-mail, the external id or 'Reader 123' by id",
});
export const DocumentName = Type.String({
  description: "What the document is called: the title, else the external id or 'Document 123' by id",
});
export const PersonName = Type.String({
  description:
    "What a user is called: the name, or 'User 123' by id; 'Jane Doe (deleted)' without an account any more",
});
export const Email = Type.String({ minLength: 1, maxLength: 254 });
export const RoleSchema = Type.Unsafe<Role>(Type.String({ enum: Object.keys(roleRank) }));
export const ActivityTypeSchema = enumSchema(activityTypes);
export const ClaimSchema = Type.Unsafe<Claim>(
  Type.String({
    description: "A claim of the product, such as 'viewNotifications', or of an area: `area:ID:NAME`",
  }),
);

export const NamedId = object({ id: Id, name: Type.String() });

/** One filter. If `$type` is absent, the kind follows from the field. The rules are in the filters package. */
export const FilterItem = object({
  $type: Type.Optional(enumSchema(filterKinds)),
  field: Type.String({ minLength: 1, maxLength: 80 }),
  op: Type.Optional(Type.String({ maxLength: 24 })),
  value: Type.Unknown({ description: 'Shape depends on the kind' }),
  allowNA: Type.Optional(Type.Boolean()),
});

/** A filter of the input that a save left out. */
export const DroppedFilter = object({
  field: Type.String(),
  label: Type.String({ description: 'What the field is called on screen' }),
  reason: enumSchema(dropReasons),
});
export type DroppedFilter = Static<typeof DroppedFilter>;

/** What a save of filters returns: what was saved and, if any, the filters of the input that were left out, except empty ones. */
export const withDropped = <const P extends Parameters<typeof Type.Object>[0]>({
  properties,
}: {
  readonly properties: P;
}) => object({ ...properties, dropped: Type.Optional(Type.Array(DroppedFilter, { minItems: 1 })) });

/** Activity types as written by callers: canonical ids, labels with spaces, any case, and the codes 1 and 2. */
export const ActivityTypesInput = Type.Array(
  Type.Union([Type.String({ maxLength: 32 }), Type.Integer({ minimum: 1, maximum: 2 })]),
  { maxItems: 8 },
);

/** Text of a search box, without effect if blank. In Blinded Mode it matches pseudonyms instead of names. */
export const SearchText = Type.String({
  maxLength: 200,
  description: 'Text in reader, organization or document title',
});

export const FilterRequest = object({
  filters: Type.Array(FilterItem, { maxItems: 200 }),
  activityTypes: Type.Optional(ActivityTypesInput),
  documentIds: Type.Optional(
    Type.Array(Id, { maxItems: 200, description: 'Only activities with these documents' }),
  ),
  readerId: Type.Optional(Type.String({ ...idOptions, description: 'Only activities of this reader' })),
  orgId: Type.Optional(
    Type.String({
      ...idOptions,
      description: 'Only activities of readers who were with this organization at the time',
    }),
  ),
  docAge: Type.Optional(
    enumSchema(docAges, 'Only activities with documents of this age on the last day of the date range'),
  ),
});

/** The number of rows of a list or chart. */
export const Size = Type.Integer({ minimum: 1, maximum: 200 });

/** The columns of a file that has what is shown instead of the specified columns. */
export const ShownColumns = <const T extends readonly string[]>(columns: T, description: string) =>
  Type.Optional(
    Type.Array(enumSchema(columns), {
      minItems: 1,
      maxItems: columns.length,
      uniqueItems: true,
      description: `As shown: ${description}`,
    }),
  );

export const FilterRequestSized = object({
  filters: Type.Array(FilterItem, { maxItems: 200 }),
  activityTypes: Type.Optional(ActivityTypesInput),
  size: Type.Optional(Size),
});

/** The response of a failed call. `details` name the invalid parts of the input, if any. */
export const ErrorAnswer = object({
  success: Type.Literal(false),
  message: Type.String(),
  code: enumSchema(errorCodes),
  requestId: Type.String(),
  details: Type.Optional(Type.Array(object({ path: Type.String(), message: Type.String() }))),
});

export const ActivityField = object({
  field: Type.String(),
  label: Type.String(),
  group: Type.String(),
  accessLevel: enumSchema(accessLevels),
  searchable: Type.Boolean(),
  internalOnly: Type.Boolean(),
});

/** A filter in words; one row counts those that the reader may not see. */
export const FilterInWords = object({ name: Type.String(), operation: Type.String(), value: Type.String() });
