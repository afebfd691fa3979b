import { api } from '@readerlens/auth';
import { defaultAlertType } from '@readerlens/contract/alerts';
import type { AlertType } from '@readerlens/contract/alerts';
import { PageHeader, Stack, useFocusOnProblem, useLeaveGuard, useOneAtATime } from '@readerlens/ui';
import { Stepper } from '@readerlens/ui/parts';
import { FormikProvider, useFormik } from 'formik';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { alertPath } from '../../alert/alert-paths.ts';
import { NameFields, nameSchema } from '../parts/name-fields.tsx';
import type { NameValues } from '../parts/name-fields.tsx';
import { saveFailure } from '../parts/save-failure.ts';
import type { SaveFailure } from '../parts/save-failure.ts';
import { StepFrame } from '../parts/step-frame.tsx';
import { leaveQuestion } from '../parts/step-props.ts';
import { TypeCards } from '../parts/type-cards.tsx';
import { stepsOfNew } from '../parts/wizard-steps.ts';

const create = async ({ name, description }: NameValues, type: AlertType): Promise<string> =>
  (
    await api('POST /api/notification', {
      body: { name: name.trim(), description: description.trim(), type },
    })
  ).data.id;

/** Creates an alert, and then goes on to its second step with the filters of the URL. */
const useNewAlert = (type: AlertType | undefined) => {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { begin, done } = useOneAtATime();
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [failure, setFailure] = useState<SaveFailure>();
  const [saving, setSaving] = useState(false);
  const [created, setCreated] = useState<string>();
  const run = async (values: NameValues) => {
    if (!type) {
      done();
      return;
    }
    setSaving(true);
    setFailure(undefined);
    try {
      setCreated(await create(values, type));
    } catch (error) {
      setFailure(saveFailure(error));
      setSaving(false);
      done();
    }
  };
  const formik = useFormik<NameValues>({
    initialValues: { name: '', description: '' },
    validationSchema: nameSchema,
    onSubmit: (values) => begin(() => void run(values)),
  });
  useLeaveGuard(formik.dirty && created === undefined ? leaveQuestion : undefined);
  useFocusOnProblem(form, formik.submitCount, formik.submitCount > 0 && !formik.isValid);
  // After the guard knows that nothing would be lost.
  useEffect(() => {
    if (created !== undefined) void navigate(`${alertPath(created, 2)}${search}`, { replace: true });
  }, [created, navigate, search]);
  return { formik, setForm, failure, saving };
};

/** The first step of an alert that does not exist yet. */
export const NewAlert = () => {
  const [type, setType] = useState<AlertType | undefined>(defaultAlertType);
  const { formik, setForm, failure, saving } = useNewAlert(type);
  const hasRefusedField = failure !== undefined && failure.fields.size > 0;
  return (
    <>
      <PageHeader
        title="Create Alert"
        description="Fill out the form below and select your alert type to get started."
      />
      <Stack gap="5">
        <Stepper
          label="Steps of the alert"
          steps={stepsOfNew(type ?? defaultAlertType)}
          current="Begin"
          onSelect={() => {}}
        />
        <FormikProvider value={formik}>
          <StepFrame
            label="Begin"
            formRef={setForm}
            saving={saving}
            disabled={type === undefined}
            failure={hasRefusedField ? undefined : failure}
            submitLabel="Continue"
            onSubmit={() => void formik.submitForm()}
          >
            <TypeCards value={type} onChange={setType} />
            <NameFields refused={failure?.fields} />
          </StepFrame>
        </FormikProvider>
      </Stack>
    </>
  );
};
