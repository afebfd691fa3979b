import type { SessionUserData } from '@readerlens/auth';
import { anyContains } from '@readerlens/contract/text';
import { activityTypeLabel, listReadableTypes } from '@readerlens/contract/vocabulary';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import { Banner, Box, MultiSelect } from '@readerlens/ui';
import { useDeferredValue } from 'react';
import { accountListsField, activityTypesField } from '../model/index.ts';
import type { FieldDefinition } from '../model/index.ts';
import { SaveListButton } from '../account-lists/save-list-button.tsx';
import { FieldCell } from './field-cell.tsx';
import { OrgLookup } from './org-lookup.tsx';
import type { PanelSection as SectionFields } from './panel-fields.ts';
import { PanelSection } from './panel-section.tsx';
import type { FilterDraft } from './use-filter-draft.ts';

interface Props {
  draft: FilterDraft;
  sections: readonly SectionFields[];
  user: SessionUserData;
  activityTypes: boolean;
  required: ReadonlySet<string>;
  /** Shows only fields whose label contains this text; '' shows all. */
  find: string;
  /** The fields that count as set. */
  usedFields: ReadonlySet<string>;
  /** Sections as parts of a panel instead of cards on a page. */
  flat?: boolean;
  /** Renders all sections at once, such as to focus a field of any. */
  complete?: boolean;
  isOpen: (title: string) => boolean;
  onOpenChange: (title: string, open: boolean) => void;
}

const noClients: readonly string[] = [];

/** The fields of a section that are set. */
export const usedIn = (section: SectionFields, usedFields: ReadonlySet<string>): string[] => {
  const names = new Set(section.fields.map(({ field }) => field));
  if (section.readerOrgsLookup) names.add('ReaderOrgs');
  if (section.title === 'General') names.add(activityTypesField);
  return [...usedFields].filter((field) => names.has(field));
};

const matcher = (find: string) => (label: string) => anyContains([label], find);

const Cell = ({
  definition,
  draft,
  required,
  errorElsewhere,
}: Pick<Props, 'draft' | 'required'> & { definition: FieldDefinition; errorElsewhere: boolean }) => {
  const { options } = definition;
  const dependsOnClients = options?.from === 'lookup' && options.lookup === 'analyst-tags';
  return (
    <FieldCell
      definition={definition}
      entries={draft.listEntries(definition)}
      error={errorElsewhere ? undefined : draft.problems.get(definition.field)}
      required={required.has(definition.field)}
      clientIds={dependsOnClients ? draft.clientIds : noClients}
      actions={draft.actions}
    />
  );
};

interface ActivityTypesProps {
  user: SessionUserData;
  value: readonly ActivityType[];
  onChange: (value: readonly ActivityType[]) => void;
  required: boolean;
  error: string | undefined;
}

const toTypeOption = (id: ActivityType) => ({ id, name: activityTypeLabel[id] });

/** Selects among the activity types that the user may read; empty means all of them unless one is required. */
const ActivityTypesField = ({ user, value, onChange, required, error }: ActivityTypesProps) => (
  <MultiSelect
    label="Activity Type"
    placeholder={required ? 'Select' : 'All'}
    required={required}
    error={error}
    options={listReadableTypes(user.claims).map(toTypeOption)}
    value={value.map(toTypeOption)}
    onChange={(selected) => onChange(selected.map(({ id }) => id))}
  />
);

const SectionBody = ({ section, ...props }: Props & { section: SectionFields }) => {
  const { draft, user, activityTypes, required, find } = props;
  const matches = matcher(find);
  const { readerOrgsLookup } = section;
  return (
    <>
      {section.title === 'General' && activityTypes && (
        <Box data-field={activityTypesField} hidden={!matches('Activity Type')}>
          <ActivityTypesField
            user={user}
            value={draft.indices}
            onChange={draft.setIndices}
            required={required.has(activityTypesField)}
            error={draft.problems.get(activityTypesField)}
          />
        </Box>
      )}
      {section.fields.filter(draft.isShown).map((definition) => (
        <Box key={definition.field} data-field={definition.field} hidden={!matches(definition.label)}>
          <Cell
            {...{ definition, draft, required }}
            // The lookup shows the error of its filter itself.
            errorElsewhere={readerOrgsLookup && definition.field === 'ReaderOrgs'}
          />
        </Box>
      ))}
      {section.fields.some(({ field }) => field === accountListsField) && (
        <Box gridColumn="1 / -1" hidden={!matches('Account Lists')}>
          <SaveListButton organizationIds={draft.organizationIds} clients={draft.clients} />
          <Box mt="2">
            <SaveListButton model={draft.model} clients={draft.clients} />
          </Box>
        </Box>
      )}
      {readerOrgsLookup && (
        <Box gridColumn="1 / -1" hidden={!matches('Reader Org Lookup')}>
          <OrgLookup error={draft.problems.get('ReaderOrgs')} onFound={draft.setReaderOrgs} />
        </Box>
      )}
    </>
  );
};

const hasMatch = (section: SectionFields, find: string, { isShown }: FilterDraft): boolean => {
  const matches = matcher(find);
  const labels = section.fields.filter(isShown).map(({ label }) => label);
  const own = section.title === 'General' ? ['Activity Type'] : [];
  const lookup = section.readerOrgsLookup ? ['Reader Org Lookup'] : [];
  return [...labels, ...own, ...lookup].some(matches);
};

/** The panel's sections with their fields, in catalogue order. */
export const PanelForm = (props: Props) => {
  const { draft, sections, find, usedFields, flat = false, complete = false, isOpen, onOpenChange } = props;
  // The first section renders at once; dozens of further fields follow after the first paint.
  const all = useDeferredValue(true, complete);
  return (
    <Box display="grid" gap={flat ? '0' : '4'} minW="0">
      {draft.availability.blinded && (
        <Banner shape="box">Filters that could identify readers are hidden in Blinded Mode.</Banner>
      )}
      {sections.slice(0, all ? undefined : 1).map((section) => (
        <PanelSection
          // Remount for each loaded model, to discard widget state such as a date that cannot be parsed.
          key={`${section.title} ${draft.revision}`}
          title={section.title}
          flat={flat}
          count={usedIn(section, usedFields).length}
          open={find !== '' || isOpen(section.title)}
          onOpenChange={(open) => onOpenChange(section.title, open)}
          hidden={!hasMatch(section, find, draft)}
        >
          <SectionBody {...props} section={section} />
        </PanelSection>
      ))}
    </Box>
  );
};
