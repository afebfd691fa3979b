import { panelFields } from '@readerlens/filters';
import type { SessionUserData } from '@readerlens/auth';
import type { FieldCatalogue, FieldDefinition } from '@readerlens/filters/model';
import type { FilterDraft } from '@readerlens/filters/react';
import type { ReactNode } from 'react';
import { Box, Grid } from '../components/layout.ts';
import { Card } from '../components/surfaces.tsx';
import { ActivityTypesField } from './activity-types-field.tsx';
import { FieldEntry } from './field-entry.tsx';

interface Props {
  draft: FilterDraft;
  user: SessionUserData;
  catalogue: FieldCatalogue;
  dates: boolean;
  activityTypes: boolean;
  required: ReadonlySet<string>;
}

const Field = ({
  definition,
  draft,
  required,
}: Pick<Props, 'draft' | 'required'> & { definition: FieldDefinition }) =>
  draft.entriesOf(definition).map((filter, index) => (
    <FieldEntry
      // Entries have no identity of their own; they are only ever removed from the end or replaced.
      // eslint-disable-next-line react/no-array-index-key
      key={index}
      definition={definition}
      filter={filter}
      error={draft.problems.get(definition.field)}
      required={required.has(definition.field)}
      onChange={(next) => draft.set(next, index)}
    />
  ));

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="5" alignItems="start">
      {children}
    </Grid>
  </Card>
);

/** The panel's sections with their fields, in the order of the field registry. */
export const PanelForm = ({ draft, user, catalogue, dates, activityTypes, required }: Props) => (
  <Box display="grid" gap="5" maxW="1080px" mx="auto" width="100%">
    {panelFields(catalogue, user, { dates }).map((section, at) => (
      <Section key={section.title} title={section.title}>
        {at === 0 && activityTypes && (
          <ActivityTypesField user={user} value={draft.indices} onChange={draft.setIndices} />
        )}
        {section.fields.filter(draft.isShown).map((definition) => (
          <Field key={definition.field} definition={definition} draft={draft} required={required} />
        ))}
      </Section>
    ))}
  </Box>
);
