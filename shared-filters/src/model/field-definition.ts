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

/** Lookups that provide a field's options. The caller maps each one to an API call. */
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
  | 'account-lists'
  | 'organization-questions';

/** `aliases` maps other accepted spellings (lower case) to an id; `fallback` replaces unknown ids. */
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
  /** Offered only to users whose search fields include it, whatever its access level. */
  readonly restricted: boolean;
  /** The panel lets users add further entries. */
  readonly compound: boolean;
  readonly options?: OptionsSource;
  /** Shown and kept only while the controlling field has one of these values; a missing filter counts as `null`. */
  readonly dependsOn?: { readonly field: string; readonly values: readonly (boolean | string | null)[] };
  readonly restrictedToOps?: readonly string[];
  readonly numeric?: { readonly display: 'Integer' | 'Currency'; readonly decimals: 0 | 2 };
  /** Everyone who may search by that field may search by this one, which is not granted by itself. */
  readonly comesWith?: string;
  /** Maximum number of terms of one filter, if lower than that of all fields. */
  readonly maxTerms?: number;
  /** Set for fields of organization questions. */
  readonly question?: { readonly id: string; readonly businessGroupId: string | null };
}

/** A permission listed among a user's search fields; it need not be a filter. */
export type FieldCapability = Pick<
  FieldDefinition,
  'field' | 'label' | 'group' | 'accessLevel' | 'searchable' | 'internalOnly'
>;
