import { api } from '@readerlens/auth';
import { firesOnlyOnIncrease } from '@readerlens/contract/alert-rule';
import { alertSteps, isCountingType } from '@readerlens/contract/alerts';
import { correctErrorsMessage } from '@readerlens/contract/messages';
import { Banner, Card } from '@readerlens/ui';
import { WizardStep } from '@readerlens/ui/parts';
import { behaviorFields } from '../parts/behavior-fields.tsx';
import {
  behaviorBody,
  behaviorProblems,
  behaviorValues,
  readBehaviorRule,
} from '../parts/behavior-values.ts';
import type { BehaviorType, BehaviorValues } from '../parts/behavior-values.ts';
import { RulePanel } from '../parts/rule-panel.tsx';
import type { StepProps } from '../parts/step-props.ts';
import { useStepForm } from '../parts/use-step-form.ts';
import { behaviorStepLabels } from '../parts/wizard-steps.ts';

/** Counts cannot fall by more than 100 percent. */
const IncreaseHint = ({ type, values }: { type: BehaviorType; values: BehaviorValues }) => {
  const parsed = readBehaviorRule(type, values);
  if (!parsed.ok || !('thresholdDirection' in parsed.rule)) return null;
  const { rule } = parsed;
  if (rule.thresholdDirection !== 'Both' || !firesOnlyOnIncrease(rule)) return null;
  return (
    <Banner shape="box" mt="4">
      With a threshold above 100 percent the alert can only fire on an increase.
    </Banner>
  );
};

const Form = (props: StepProps & { type: BehaviorType }) => {
  const { type, alert, frame } = props;
  const form = useStepForm<BehaviorValues>(props, {
    initial: behaviorValues(alert),
    readSaved: behaviorValues,
    check: (values) => {
      const problems = behaviorProblems(type, values, alert);
      return Object.keys(problems).length > 0 ? { ...problems, '': correctErrorsMessage } : {};
    },
    send: (values) => {
      const { id, version } = alert;
      const body = { ...behaviorBody(type, values), lastStepCompleted: alertSteps.BehaviorChange, version };
      return api('PUT /api/notification/{id}/behavior-change', { params: { id }, body });
    },
  });
  const Fields = behaviorFields[type];
  return (
    <WizardStep
      form={form}
      label={behaviorStepLabels[type]}
      {...frame}
      aside={<RulePanel alert={alert} step="BehaviorChange" draft={{ behavior: form.values }} />}
    >
      <Card title="When the alert fires">
        <Fields />
        <IncreaseHint type={type} values={form.values} />
      </Card>
    </WizardStep>
  );
};

/** What an alert counts, and when it fires. */
export const BehaviorStep = (props: StepProps) => {
  const { $type } = props.alert;
  return isCountingType($type) ? <Form {...props} type={$type} /> : null;
};
