import { api } from '@readerlens/auth';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import { generalProblems } from '@readerlens/contract/onboarding';
import { Card, Stack, TextField, useFormContext, useProblem, useTextField } from '@readerlens/ui';
import { WizardStep } from '@readerlens/ui/parts';
import type { GeneralInfo } from '../../form/form.queries.ts';
import { RadioField, yesOrNo } from '../radio-field.tsx';
import type { StepProps } from '../step-props.ts';
import { usePartForm } from '../use-part-form.tsx';

interface GeneralValues {
  name: string;
  email: string;
  phone: string;
  onlines: readonly Term[];
  accountManager: string;
  isNewClient: boolean | null;
  purchaseMultipleOnlines: boolean | null;
  sameContentPerSite: boolean | null;
}

const communities = namedCatalogue.find('Onlines');

const toValues = (info: GeneralInfo): GeneralValues => ({
  name: info.name,
  email: info.email,
  phone: info.phone,
  onlines: info.communities,
  accountManager: info.accountManager,
  isNewClient: info.isNewClient,
  purchaseMultipleOnlines: info.purchaseMultipleOnlines,
  sameContentPerSite: info.sameContentPerSite,
});

const findProblems = ({ onlines, name, email }: GeneralValues) =>
  Object.fromEntries(
    generalProblems({ name, email, onlines: onlines.map(({ id }) => id) }).map(({ path, message }) => [
      path,
      message,
    ]),
  );

const labels = {
  name: 'Name',
  email: 'Email Address',
  phone: 'Phone Number',
  onlines: 'Communities',
  accountManager: 'Account Manager',
  isNewClient: 'Is this a new client?',
  purchaseMultipleOnlines: 'Were multiple Onlines purchased?',
  sameContentPerSite: 'Is it the same content per site?',
} as const satisfies Record<keyof GeneralValues, string>;

const showValue = (field: keyof GeneralValues, value: unknown): string | undefined => {
  if (field === 'onlines') return (value as readonly Term[]).map(({ name }) => name).join(', ') || undefined;
  return yesOrNo.find((option) => option.value === value)?.label;
};

const CommunitiesField = () => {
  const { values, change } = useFormContext<GeneralValues>();
  const error = useProblem('onlines');
  if (!communities) return null;
  return (
    <OptionsField
      label={labels.onlines}
      required
      placeholder="Choose communities"
      definition={communities}
      value={values.onlines}
      error={error}
      onChange={(onlines) => change({ onlines })}
    />
  );
};

const Questions = () => {
  const { values, change } = useFormContext<GeneralValues>();
  return (
    <>
      <RadioField
        label={labels.isNewClient}
        options={yesOrNo}
        value={values.isNewClient}
        onChange={(isNewClient) => change({ isNewClient })}
      />
      <RadioField
        label={labels.purchaseMultipleOnlines}
        options={yesOrNo}
        value={values.purchaseMultipleOnlines}
        onChange={(purchaseMultipleOnlines) => change({ purchaseMultipleOnlines })}
      />
      <RadioField
        label={labels.sameContentPerSite}
        options={yesOrNo}
        value={values.sameContentPerSite}
        onChange={(sameContentPerSite) => change({ sameContentPerSite })}
      />
    </>
  );
};

const Fields = () => (
  <Card aria-label="Basic Info">
    <Stack gap="4" maxW="560px">
      <TextField label={labels.name} required autoComplete="off" {...useTextField('name')} />
      <TextField label={labels.email} required type="email" autoComplete="off" {...useTextField('email')} />
      <TextField label={labels.phone} type="tel" autoComplete="off" {...useTextField('phone')} />
      <CommunitiesField />
      <TextField label={labels.accountManager} autoComplete="off" {...useTextField('accountManager')} />
      <Questions />
    </Stack>
  </Card>
);

interface Props extends StepProps {
  info: GeneralInfo;
}

/** What staff enter about the client. */
const GeneralForm = ({ form: stored, info, onSaved, frame }: Props) => {
  const { form, draftProps, panel } = usePartForm({
    stored,
    part: info,
    toValues,
    toForm: (generalInfo: GeneralInfo) => ({ generalInfo }),
    findProblems,
    labels,
    show: showValue,
    send: ({ onlines, ...changes }, { version, isDraft }) => {
      const ids = onlines ? { onlines: onlines.map(({ id }) => id) } : {};
      const call = 'PATCH /api/onboarding/{formId}/general-info';
      const body = { ...changes, ...ids, version, isDraft };
      return api(call, { params: { formId: stored.id }, body });
    },
    onSaved,
  });
  return (
    <WizardStep form={form} label="Basic Info step" {...frame} {...draftProps}>
      {panel}
      <Fields />
    </WizardStep>
  );
};

/** Basic Info is for staff; the wizard leads nobody else here. */
export const GeneralStep = (props: StepProps) =>
  props.form.generalInfo && <GeneralForm {...props} info={props.form.generalInfo} />;
