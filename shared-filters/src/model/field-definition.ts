import type { AccessLevel, FilterKind } from '@readerlens/contract/vocabulary';
import type { Term } from './kinds.ts';

export const fieldGroups = [
  'General',
  'Demographics',
  'Contextual',
  'FirmographicGeneral',
  'FirmographicLifeSciences',
  'FirmographicMedicalDevices',
] as const;
export type FieldGroup = (typeof fieldGroups)[number];

/** Lookups that answer a field's options; which call each one is, is the caller's business. */
export type LookupName =
  | 'clients'
  | 'onlines'
  | 'analyst-tags'
  | 'content-topics'
  | 'document-types'
  | 'newsletters'
  | 'service-offerings'
  | 'personas'
  | 'states'
  | 'countries'
  | 'regions'
  | 'reader-orgs'
  | 'organization-questions';

/** `aliases` maps other accepted spellings (lower case) to an id; `fallback` is what an unknown id means. */
export type OptionsSource =
  | {
      readonly from: 'static';
      readonly items: readonly Required<Term>[];
      readonly aliases?: Readonly<Record<string, string>>;
      readonly fallback?: string;
    }
  | { readonly from: 'lookup'; readonly lookup: LookupName };

export interface FieldDefinition {
  readonly field: string;
  readonly label: string;
  readonly kind: FilterKind;
  readonly group: FieldGroup;
  readonly accessLevel: AccessLevel;
  readonly searchable: boolean;
  /** Marked with a star: for Internal and above only. */
  readonly internalOnly: boolean;
  /** Offered only to users whose own search fields name it, whatever its level. */
  readonly restricted: boolean;
  /** The panel offers to add further entries of it. */
  readonly compound: boolean;
  readonly options?: OptionsSource;
  /** Shown and kept only while the controlling field has one of these values; an absent one counts as `null`. */
  readonly dependsOn?: { readonly field: string; readonly values: readonly (boolean | string | null)[] };
  readonly restrictedToOps?: readonly string[];
  readonly numeric?: { readonly display: 'Integer' | 'Currency'; readonly decimals: 0 | 2 };
  /** Set for fields that come from an organisation question. */
  readonly question?: { readonly id: string; readonly businessGroupId: string | null };
}

/** A right that stands among a user's search fields without being a filter. */
export type FieldCapability = Pick<
  FieldDefinition,
  'field' | 'label' | 'group' | 'accessLevel' | 'searchable' | 'internalOnly'
>;
