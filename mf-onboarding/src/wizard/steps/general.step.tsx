import { api } from '@readerlens/auth';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import { generalProblems } from '@readerlens/contract/onboarding';
import { Card, Stack, TextField, useForm, useFormContext, useProblem, useTextField } from '@readerlens/ui';
import { WizardStep } from '@readerlens/ui/parts';
import { useMemo } from 'react';
import type { GeneralInfo } from '../../form/form.queries.ts';
import { RadioField, yesOrNo } from '../radio-field.tsx';
import { pickChanges, useStoreSaved } from '../save-part.ts';
import type { StepProps } from '../step-props.ts';
import { useDrafts } from '../use-drafts.tsx';

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

const CommunitiesField = () => {
  const { values, change } = useFormContext<GeneralValues>();
  const error = useProblem('onlines');
  if (!communities) return null;
  return (
    <OptionsField
      label="Communities"
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
        label="Is this a new client?"
        options={yesOrNo}
        value={values.isNewClient}
        onChange={(isNewClient) => change({ isNewClient })}
      />
      <RadioField
        label="Were multiple Onlines purchased?"
        options={yesOrNo}
        value={values.purchaseMultipleOnlines}
        onChange={(purchaseMultipleOnlines) => change({ purchaseMultipleOnlines })}
      />
      <RadioField
        label="Is it the same content per site?"
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
      <TextField label="Name" required autoComplete="off" {...useTextField('name')} />
      <TextField label="Email Address" required type="email" autoComplete="off" {...useTextField('email')} />
      <TextField label="Phone Number" type="tel" autoComplete="off" {...useTextField('phone')} />
      <CommunitiesField />
      <TextField label="Account Manager" autoComplete="off" {...useTextField('accountManager')} />
      <Questions />
    </Stack>
  </Card>
);

interface Props extends StepProps {
  info: GeneralInfo;
}

/** What staff enter about the client. */
const GeneralForm = ({ form: stored, info, onSaved, frame }: Props) => {
  const store = useStoreSaved(stored.id);
  const initial = useMemo(() => toValues(info), [info]);
  const send = async ({ onlines, ...changes }: Partial<GeneralValues>, isDraft: boolean) => {
    const ids = onlines ? { onlines: onlines.map(({ id }) => id) } : {};
    const body = { ...changes, ...ids, version: stored.version, isDraft };
    const call = 'PATCH /api/onboarding/{formId}/general-info';
    return (await api(call, { params: { formId: stored.id }, body })).data;
  };
  const form = useForm({
    initial,
    check: findProblems,
    save: (values) => send(pickChanges(values, initial), false),
    readSaved: ({ part }) => toValues(part),
    onSaved: ({ part, status }) => {
      store(status, { generalInfo: part });
      onSaved();
    },
  });
  const drafts = useDrafts({
    values: form.values,
    stored: initial,
    problems: findProblems(form.values),
    save: async (changes) => {
      const { part, status } = await send(changes, true);
      store(status, { generalInfo: part });
    },
  });
  return (
    <WizardStep form={form} label="Basic Info step" {...frame} {...drafts}>
      <Fields />
    </WizardStep>
  );
};

/** Basic Info is for staff; the wizard leads nobody else here. */
export const GeneralStep = (props: StepProps) =>
  props.form.generalInfo && <GeneralForm {...props} info={props.form.generalInfo} />;
