import { isMaskedField, isQuestionShown, mayLookUpReaderOrgs, searchableFields } from '../model/index.ts';
import type { FieldCatalogue, FieldDefinition, FieldGroup, FilterUser } from '../model/index.ts';

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
