import type { FieldCatalogue } from './catalogue.ts';
import { normalizeDateRange } from './dates.ts';
import { withDefaultDateRange } from './defaults.ts';
import type { FieldDefinition } from './field-definition.ts';
import { numericOps, termsOps, textOps } from './kinds.ts';
import type { Filter, FilterModel } from './kinds.ts';
import { opsOfField } from './parse.ts';
import type { FilterUser } from './rules.ts';
import { keepSearchable, normalizeModel } from './rules.ts';

/** A field's initial filter: the default operator and no value. */
export const emptyFilter = (definition: FieldDefinition): Filter => {
  const { field, kind: $type } = definition;
  const [first] = opsOfField(definition);
  switch ($type) {
    case 'Terms':
      return {
        $type,
        field,
        op: termsOps.find((op) => op === first) ?? 'Contains',
        value: [],
        allowNA: false,
      };
    case 'Text':
      return { $type, field, op: textOps.find((op) => op === first) ?? 'Equals', value: '' };
    case 'Numeric':
      return { $type, field, op: numericOps.find((op) => op === first) ?? 'Equals', value: null };
    case 'Bool':
      return { $type, field, value: null, allowNA: false };
    case 'DateRange':
      return { $type, field, value: { from: null, to: null } };
    case 'Media':
      return { $type, field, value: [] };
    case 'RelativeDateRange':
      return { $type, field, value: 'custom' };
    case 'Exists':
      return { $type, field, value: null };
  }
};

export interface FinishOptions {
  readonly catalogue: FieldCatalogue;
  readonly user: FilterUser;
  /**
   * Whether dates are part of the form. If so, open ends are filled and missing dates become the last twelve months.
   */
  readonly dates: boolean;
  readonly now: Date;
}

/** The model that a form emits and saves: only shown, non-empty filters of fields that the user may search by. */
export const finishModel = (
  model: FilterModel,
  { catalogue, user, dates, now }: FinishOptions,
): FilterModel => {
  const { filters, indices } = normalizeModel(model, catalogue);
  const kept = keepSearchable(filters, catalogue, user);
  if (!dates) return { filters: kept, indices };
  const closed = withDefaultDateRange(kept, now).map((filter) =>
    filter.$type === 'DateRange' ? { ...filter, value: normalizeDateRange(filter.value, now) } : filter,
  );
  return normalizeModel({ filters: closed, indices }, catalogue);
};
