import {
  isMaskedField,
  isQuestionShown,
  mayLookUpReaderOrgs,
  searchableFields,
  activityTypesField,
  requiresClients,
} from '../model/index.ts';
import type { FieldCatalogue, FieldDefinition, FieldGroup, FilterUser } from '../model/index.ts';
import type { SessionUserData } from '@readerlens/auth';
import { isStaff } from '@readerlens/contract/vocabulary';
import { useMemo } from 'react';
import type { DraftRules } from './draft.ts';
import type { FilterDraft } from './use-filter-draft.ts';

export interface PanelSection {
  readonly title: 'General' | 'Demographic' | 'Firmographic' | 'Contextual';
  readonly fields: readonly FieldDefinition[];
  /** The section also has the reader org lookup. */
  readonly readerOrgsLookup: boolean;
}

const sectionOfGroup: Record<FieldGroup, PanelSection['title']> = {
  General: 'General',
  Demographics: 'Demographic',
  FirmographicGeneral: 'Firmographic',
  FirmographicLifeSciences: 'Firmographic',
  FirmographicMedicalDevices: 'Firmographic',
  Contextual: 'Contextual',
};

const titles: readonly PanelSection['title'][] = ['General', 'Demographic', 'Firmographic', 'Contextual'];

/** Dates are not part of alert and report forms. */
const isDate = ({ kind }: FieldDefinition): boolean => kind === 'DateRange' || kind === 'RelativeDateRange';

/**
 * The sections of a panel with the fields that this user may search by, without empty sections. Activity types are a
 * separate control above the fields. The draft decides whether a field is currently shown (display dependencies).
 */
export const panelFields = (
  catalogue: FieldCatalogue,
  user: FilterUser,
  options: {
    /** Business groups of the selected communities, for question fields. */
    readonly businessGroupIds?: ReadonlySet<string>;
    readonly dates?: boolean;
    /** In Blinded Mode, fields that would reveal what it hides are left out. */
    readonly blinded?: boolean;
    readonly excluded?: ReadonlySet<string>;
  } = {},
): PanelSection[] => {
  const { businessGroupIds = new Set<string>(), dates = true, blinded = false, excluded } = options;
  const allowed = searchableFields(catalogue, user);
  const shown = catalogue.fields.filter(
    (definition) =>
      definition.field !== 'ActivityTypes' &&
      allowed.has(definition.field) &&
      !excluded?.has(definition.field) &&
      (dates || !isDate(definition)) &&
      !(blinded && isMaskedField(definition)) &&
      isQuestionShown(definition, businessGroupIds),
  );
  return titles
    .map((title) => ({
      title,
      fields: shown.filter(({ group }) => sectionOfGroup[group] === title),
      readerOrgsLookup: title === 'Firmographic' && mayLookUpReaderOrgs(user) && !excluded?.has('ReaderOrgs'),
    }))
    .filter((section) => section.fields.length > 0 || section.readerOrgsLookup);
};

export type FilterForm = DraftRules['form'];

interface RuleOptions {
  form: FilterForm;
  dates: boolean;
  catalogue: FieldCatalogue;
  excluded?: readonly string[];
  typesRequired?: boolean;
}

/** The rules of a form for a user: client users may select only their own clients. */
export const buildDraftRules = (
  user: SessionUserData,
  { excluded = [], ...options }: RuleOptions,
): DraftRules => ({
  ...options,
  user,
  excluded: new Set(excluded),
  ...(isStaff(user.role) ? {} : { ownClientIds: new Set(user.companies.map(({ id }) => id)) }),
});

/** Fields that a form marks as required. */
export const requiredFields = (
  form: FilterForm,
  user: SessionUserData,
  typesRequired = false,
): ReadonlySet<string> => {
  const clients = form !== 'plain' && requiresClients(form, { seesAllClients: isStaff(user.role) });
  return new Set([
    ...(typesRequired ? [activityTypesField] : []),
    ...(clients ? ['Clients'] : []),
    ...(form === 'dashboard' ? ['DateRange'] : []),
  ]);
};

/** The sections of a form, with the fields that its rules and the draft allow. */
export const usePanelSections = (rules: DraftRules, draft: FilterDraft) => {
  const { businessGroupIds, blinded } = draft.availability;
  return useMemo(
    () =>
      panelFields(rules.catalogue, rules.user, {
        dates: rules.dates,
        blinded,
        ...(rules.excluded ? { excluded: rules.excluded } : {}),
        ...(businessGroupIds ? { businessGroupIds } : {}),
      }),
    [rules, businessGroupIds, blinded],
  );
};
