import type { SessionUserData } from '@readerlens/auth';
import { isStaff } from '@readerlens/contract/vocabulary';
import { useMemo } from 'react';
import { activityTypesField, requiresClients } from '../model/index.ts';
import type { FieldCatalogue } from '../model/index.ts';
import type { DraftRules } from './draft.ts';
import { panelFields } from './panel-fields.ts';
import type { FilterDraft } from './use-filter-draft.ts';

export type FilterForm = DraftRules['form'];

interface Options {
  form: FilterForm;
  dates: boolean;
  catalogue: FieldCatalogue;
  excluded?: readonly string[];
  typesRequired?: boolean;
}

/** The rules of a form for a user: client users may select only their own clients. */
export const buildDraftRules = (
  user: SessionUserData,
  { excluded = [], ...options }: Options,
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
