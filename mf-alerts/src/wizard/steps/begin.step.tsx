import { api } from '@readerlens/auth';
import { alertSteps, alertTypeLabels } from '@readerlens/contract/alerts';
import { Card } from '@readerlens/ui';
import { FieldItem, FieldList, WizardStep } from '@readerlens/ui/parts';
import { NameFields } from '../parts/name-fields.tsx';
import { nameSchema } from '../parts/name-schema.ts';
import type { NameValues } from '../parts/name-schema.ts';
import { RulePanel } from '../parts/rule-panel.tsx';
import type { StepProps } from '../parts/step-props.ts';
import { useStepForm } from '../parts/use-step-form.ts';

/** The title and the description of an alert. Its type cannot be changed. */
export const BeginStep = (props: StepProps) => {
  const { alert, frame } = props;
  const form = useStepForm<NameValues>(props, {
    initial: { name: alert.name, description: alert.description },
    readSaved: ({ name, description }) => ({ name, description }),
    schema: nameSchema,
    showProblems: 'always',
    send: ({ name, description }) => {
      const body = {
        name: name.trim(),
        description: description.trim(),
        lastStepCompleted: alertSteps.Begin,
        version: alert.version,
      };
      return api('PUT /api/notification/{id}/name', { params: { id: alert.id }, body });
    },
  });
  return (
    <WizardStep
      form={form}
      label="Name/Description"
      {...frame}
      aside={<RulePanel alert={alert} step="Begin" />}
    >
      <Card aria-label="Type">
        <FieldList>
          <FieldItem label="Type">{alertTypeLabels[alert.$type]}</FieldItem>
          <FieldItem label="Created by">{alert.createdBy}</FieldItem>
        </FieldList>
      </Card>
      <NameFields />
    </WizardStep>
  );
};
