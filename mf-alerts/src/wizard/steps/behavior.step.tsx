import { api } from '@readerlens/auth';
import { firesOnlyOnIncrease } from '@readerlens/contract/alert-rule';
import { alertSteps } from '@readerlens/contract/alerts';
import { Banner, Card, useFocusOnProblem, useLeaveGuard } from '@readerlens/ui';
import { FormikProvider, useFormik } from 'formik';
import { useRef, useState } from 'react';
import { ChangeFields, SeriesFields } from '../parts/behavior-fields.tsx';
import { behaviorBody, behaviorProblems, behaviorValues, ruleOf } from '../parts/behavior-values.ts';
import type { BehaviorType, BehaviorValues } from '../parts/behavior-values.ts';
import { StepFrame } from '../parts/step-frame.tsx';
import { leaveQuestion } from '../parts/step-props.ts';
import type { StepProps } from '../parts/step-props.ts';
import { useSaveStep } from '../parts/use-save-step.ts';

const correctErrors = 'Please correct the below highlighted errors.';

/** Counts cannot fall by more than 100 percent. */
const IncreaseHint = ({ type, values }: { type: BehaviorType; values: BehaviorValues }) => {
  const parsed = ruleOf(type, values);
  if (!parsed.ok || parsed.rule.type !== 'ChangeInActivitiesNotification') return null;
  const { rule } = parsed;
  if (rule.thresholdDirection !== 'Both' || !firesOnlyOnIncrease(rule)) return null;
  return (
    <Banner shape="box" mt="4">
      With a threshold above 100 percent the alert can only fire on an increase.
    </Banner>
  );
};

const useBehaviorForm = ({ alert, onSaved }: StepProps, type: BehaviorType) => {
  const step = useSaveStep(alert, onSaved);
  const leave = useRef(false);
  const formik = useFormik<BehaviorValues>({
    initialValues: behaviorValues(alert),
    validate: (values) => behaviorProblems(type, values, alert),
    onSubmit: (values) => {
      const { id, version } = alert;
      const body = { ...behaviorBody(type, values), lastStepCompleted: alertSteps.BehaviorChange, version };
      step.save(
        () => api('PUT /api/notification/{id}/behavior-change', { params: { id }, body }),
        leave.current,
      );
    },
  });
  const submit = (leaving: boolean) => {
    leave.current = leaving;
    void formik.submitForm();
  };
  return { formik, submit, ...step };
};

const Form = (props: StepProps & { type: BehaviorType }) => {
  const { type, frame } = props;
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const { formik, submit, saving, failure } = useBehaviorForm(props, type);
  const isRefused = formik.submitCount > 0 && !formik.isValid;
  const isSeries = type === 'SeriesOfActivitiesNotification';
  useLeaveGuard(formik.dirty ? leaveQuestion : undefined);
  useFocusOnProblem(form, formik.submitCount, isRefused);
  return (
    <FormikProvider value={formik}>
      <StepFrame
        label={isSeries ? 'Behavior Threshold' : 'Behavior Change'}
        formRef={setForm}
        {...frame}
        {...{ saving, failure }}
        problem={isRefused ? correctErrors : undefined}
        onSubmit={submit}
      >
        <Card title="When the alert fires">
          {isSeries ? <SeriesFields /> : <ChangeFields />}
          <IncreaseHint type={type} values={formik.values} />
        </Card>
      </StepFrame>
    </FormikProvider>
  );
};

/** What an alert counts, and when it fires. */
export const BehaviorStep = (props: StepProps) => {
  const { $type } = props.alert;
  return $type === 'SpecificActivityNotification' ? null : <Form {...props} type={$type} />;
};
