import type { AccessLevel, FilterKind } from '@readerlens/contract/vocabulary';
import type { FieldCapability, FieldDefinition, FieldGroup } from './field-definition.ts';
import { filterFields } from './fields.ts';

export const readerOrgsLookup: FieldCapability = {
  field: 'ReaderOrgsLookup',
  label: 'Reader Org Lookup',
  group: 'FirmographicGeneral',
  accessLevel: 'Premium',
  searchable: true,
  internalOnly: false,
};

/** The filter fields of a call: the named ones and those of organization questions, in panel order. */
export interface FieldCatalogue {
  readonly fields: readonly FieldDefinition[];
  readonly find: (field: string) => FieldDefinition | undefined;
}

/**
 * Nobody may search by the fields in `without`.
 * @throws if two fields have the same name.
 */
export const createCatalogue = (
  questionFields: readonly FieldDefinition[] = [],
  { without }: { readonly without?: ReadonlySet<string> } = {},
): FieldCatalogue => {
  const fields = [...filterFields, ...questionFields].map((definition) =>
    without?.has(definition.field) ? { ...definition, searchable: false } : definition,
  );
  const byName = new Map(fields.map((definition) => [definition.field, definition]));
  if (byName.size !== fields.length) throw new Error('Two filter fields have the same name.');
  return { fields, find: (field) => byName.get(field) };
};

/** The named fields without question fields. */
export const namedCatalogue = createCatalogue();

/** An organization question as the lookup returns it. */
export interface OrganizationQuestion {
  readonly id: string;
  readonly field: string;
  readonly label: string;
  readonly group: FieldGroup;
  readonly kind: FilterKind;
  readonly businessGroupId?: string | null;
  readonly internalOnly?: boolean;
}

/** Links contain field names unescaped. */
const fieldName = /^[A-Z][A-Za-z0-9]{0,79}$/;

/**
 * Creates the field of an organization question, so that device and drug fields are data.
 * @throws if the name is not a capital letter followed by letters and digits.
 */
export const questionField = (question: OrganizationQuestion): FieldDefinition => {
  if (!fieldName.test(question.field))
    throw new Error(`'${question.field}' is not a valid filter field name.`);
  const internalOnly = question.internalOnly ?? false;
  return {
    field: question.field,
    label: question.label,
    kind: question.kind,
    group: question.group,
    accessLevel: internalOnly ? 'Internal' : levelOfGroup(question.group),
    searchable: true,
    internalOnly,
    restricted: false,
    compound: question.kind === 'Text' || question.kind === 'Numeric',
    question: { id: question.id, businessGroupId: question.businessGroupId ?? null },
    ...(question.kind === 'Terms'
      ? { options: { from: 'lookup', lookup: 'organization-questions' } as const }
      : {}),
    ...(question.kind === 'Numeric' ? { numeric: { display: 'Integer', decimals: 0 } as const } : {}),
  };
};

const levelOfGroup = (group: FieldGroup): AccessLevel =>
  group.startsWith('Firmographic') ? 'Premium' : 'Basic';

/**
 * The rows of the activity-fields lookup: every field and capability that can be granted, with its group and access level.
 */
export const activityFields = (catalogue: FieldCatalogue): FieldCapability[] =>
  [...catalogue.fields.filter(({ comesWith }) => comesWith === undefined), readerOrgsLookup].map(
    ({ field, label, group, accessLevel, searchable, internalOnly }) => ({
      field,
      label,
      group,
      accessLevel,
      searchable,
      internalOnly,
    }),
  );
