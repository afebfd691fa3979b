import type { FieldCatalogue, FieldDefinition, FieldGroup, FilterUser } from '../model/index.ts';
import { isQuestionShown, mayLookUpReaderOrgs, searchableFields } from '../model/index.ts';

export interface PanelSection {
  readonly title: 'General' | 'Demographic' | 'Firmographic' | 'Contextual';
  readonly fields: readonly FieldDefinition[];
  /** The section also has the reader organisation lookup. */
  readonly readerOrgsLookup: boolean;
}

/** The fields that the panel has so far. To widen the panel, name further fields. */
export const panelFieldNames: ReadonlySet<string> = new Set([
  'Clients',
  'RelativeDateRange',
  'DateRange',
  'Onlines',
]);

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
 * The sections of a panel with the fields that this user may search by; a section without any is left out.
 * Activity types are a control of their own, above the fields. Whether a field is shown right now (display
 * dependencies) is for the draft to say.
 */
export const panelFields = (
  catalogue: FieldCatalogue,
  user: FilterUser,
  options: {
    /** Field names that the panel can draw; `panelFieldNames` when left out. */
    readonly fields?: ReadonlySet<string>;
    /** Business groups of the chosen communities, for question fields. */
    readonly businessGroupIds?: ReadonlySet<string>;
    readonly dates?: boolean;
    /** Whether the panel can draw the reader organisation lookup. */
    readonly readerOrgsLookup?: boolean;
  } = {},
): PanelSection[] => {
  const { fields = panelFieldNames, businessGroupIds = new Set<string>(), dates = true } = options;
  const allowed = searchableFields(catalogue, user);
  const shown = catalogue.fields.filter(
    (definition) =>
      definition.field !== 'ActivityTypes' &&
      fields.has(definition.field) &&
      allowed.has(definition.field) &&
      (dates || !isDate(definition)) &&
      isQuestionShown(definition, businessGroupIds),
  );
  return titles
    .map((title) => ({
      title,
      fields: shown.filter(({ group }) => sectionOfGroup[group] === title),
      readerOrgsLookup:
        title === 'Firmographic' && (options.readerOrgsLookup ?? false) && mayLookUpReaderOrgs(user),
    }))
    .filter((section) => section.fields.length > 0 || section.readerOrgsLookup);
};
