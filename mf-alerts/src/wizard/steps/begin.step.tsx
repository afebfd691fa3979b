import { api } from '@readerlens/auth';
import { alertSteps, alertTypeLabels } from '@readerlens/contract/alerts';
import { Card, useFocusOnProblem, useLeaveGuard } from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { FormikProvider, useFormik } from 'formik';
import { useRef, useState } from 'react';
import { NameFields, nameSchema } from '../parts/name-fields.tsx';
import type { NameValues } from '../parts/name-fields.tsx';
import { StepFrame } from '../parts/step-frame.tsx';
import { leaveQuestion } from '../parts/step-props.ts';
import type { StepProps } from '../parts/step-props.ts';
import { useSaveStep } from '../parts/use-save-step.ts';

/** The title and the description of an alert. Its type cannot be changed. */
export const BeginStep = ({ alert, onSaved, frame }: StepProps) => {
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const { saving, failure, save } = useSaveStep(alert, onSaved);
  const leave = useRef(false);
  const formik = useFormik<NameValues>({
    initialValues: { name: alert.name, description: alert.description },
    validationSchema: nameSchema,
    onSubmit: ({ name, description }) => {
      const { id, version } = alert;
      const body = {
        name: name.trim(),
        description: description.trim(),
        lastStepCompleted: alertSteps.Begin,
        version,
      };
      save(() => api('PUT /api/notification/{id}/name', { params: { id }, body }), leave.current);
    },
  });
  useLeaveGuard(formik.dirty ? leaveQuestion : undefined);
  useFocusOnProblem(form, formik.submitCount, formik.submitCount > 0 && !formik.isValid);
  return (
    <FormikProvider value={formik}>
      <StepFrame
        label="Name/Description"
        formRef={setForm}
        {...frame}
        {...{ saving, failure }}
        onSubmit={(leaving) => {
          leave.current = leaving;
          void formik.submitForm();
        }}
      >
        <Card aria-label="Type">
          <FieldList>
            <FieldItem label="Type">{alertTypeLabels[alert.$type]}</FieldItem>
            <FieldItem label="Created by">{alert.createdBy}</FieldItem>
          </FieldList>
        </Card>
        <NameFields checked refused={failure?.fields} />
      </StepFrame>
    </FormikProvider>
  );
};
