import { clientFieldLabels, clientFields } from '@readerlens/contract/onboarding';
import type { ClientField } from '@readerlens/contract/onboarding';
import {
  Box,
  Card,
  Checkbox,
  Grid,
  SelectField,
  Stack,
  Text,
  useFormContext,
  useProblem,
} from '@readerlens/ui';
import type { ReactNode } from 'react';
import { LogoItem } from '../form/logo-item.tsx';
import { RichTextView } from '../form/rich-text-view.tsx';
import type { SetupProposal } from './client-setup.queries.ts';
import { RowProblem, SetupRow, SetupRows } from './setup-rows.tsx';
import { explainField } from './setup-values.ts';
import type { SetupValues } from './setup-values.ts';

type Logo = SetupProposal['logos'][number];

/** The logo of the form that is taken; a form can have several. */
const LogoChoice = ({ formId, logos }: { formId: string; logos: readonly Logo[] }) => {
  const { values, change } = useFormContext<SetupValues>();
  const error = useProblem('logoId');
  const chosen = logos.find(({ id }) => id === values.logoId);
  return (
    <Stack gap="2">
      {logos.length > 1 && (
        <SelectField
          label="Logo of the form"
          hideLabel
          error={error}
          options={logos.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.logoId}
          onChange={({ currentTarget }) => change({ logoId: currentTarget.value })}
        />
      )}
      {chosen && <LogoItem formId={formId} logo={chosen} />}
      {logos.length <= 1 && <RowProblem problem={error} />}
    </Stack>
  );
};

const Value = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box minW="0" overflowWrap="anywhere">
    <Text textStyle="overline" color="textSubtle">
      {label}
    </Text>
    {children === '' ? <Text color="textMuted">Nothing</Text> : children}
  </Box>
);

const showText = (field: Exclude<ClientField, 'logo'>, text: string) =>
  field === 'profile' && text !== '' ? <RichTextView html={text} /> : text;

interface Props {
  formId: string;
  proposal: SetupProposal;
}

const FieldRow = ({ formId, field, proposal }: Props & { field: ClientField }) => {
  const { values, changeField } = useFormContext<SetupValues>();
  const reason = explainField(field, proposal);
  const { before, after, logos } = proposal;
  const isLogo = field === 'logo';
  return (
    <SetupRow>
      <Checkbox
        label={clientFieldLabels[field]}
        checked={values.fields[field]}
        disabled={reason !== undefined}
        onChange={() => changeField(`fields.${field}`, !values.fields[field])}
      />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="3">
        <Value label="Now">
          {isLogo ? (
            before.logo ? (
              <LogoItem formId={formId} logo={before.logo} />
            ) : (
              ''
            )
          ) : (
            showText(field, before[field])
          )}
        </Value>
        <Value label="From the form">
          {reason !== undefined && <Text color="textMuted">{reason}</Text>}
          {reason === undefined &&
            (isLogo ? <LogoChoice {...{ formId, logos }} /> : showText(field, after[field]))}
        </Value>
      </Grid>
    </SetupRow>
  );
};

/** What the form says of the client, beside what is known. */
export const ProfileCard = ({ formId, proposal }: Props) => {
  const problem = useProblem('fields');
  return (
    <Card title="Company Info" aria-label="Company Info" subtitle="Replaces what is known of the client">
      {problem !== undefined && (
        <Text role="alert" mb="3" textStyle="small" color="negative">
          {problem}
        </Text>
      )}
      <SetupRows>
        {clientFields.map((field) => (
          <FieldRow key={field} {...{ formId, field, proposal }} />
        ))}
      </SetupRows>
    </Card>
  );
};
