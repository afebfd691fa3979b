import { api } from '@readerlens/auth';
import { defaultAlertType } from '@readerlens/contract/alerts';
import type { AlertType } from '@readerlens/contract/alerts';
import { PageHeader, Text, useForm } from '@readerlens/ui';
import { Wizard, WizardStep } from '@readerlens/ui/parts';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { alertPath } from '../../alert/alert-paths.ts';
import { readSubject, subjectNouns } from '../../alert/alert-subject.ts';
import type { AlertSubject } from '../../alert/alert-subject.ts';
import { NameFields } from '../parts/name-fields.tsx';
import { nameSchema } from '../parts/name-schema.ts';
import type { NameValues } from '../parts/name-schema.ts';
import { explainFailure } from '../parts/save-failure.ts';
import { describeNew } from '../parts/rule-draft.ts';
import { RuleFrame } from '../parts/rule-panel.tsx';
import { TypeCards } from '../parts/type-cards.tsx';
import { stepsLabel, stepsOfNew } from '../parts/wizard-steps.ts';

const create = async (
  { name, description }: NameValues,
  type: AlertType,
  subject: AlertSubject | null,
): Promise<string> =>
  (
    await api('POST /api/notification', {
      body: { name: name.trim(), description: description.trim(), type, ...(subject ? { subject } : {}) },
    })
  ).data.id;

/** The first step of an alert that does not exist yet. */
export const NewAlert = () => {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { step: wanted = '1' } = useParams();
  const [type, setType] = useState<AlertType | undefined>(defaultAlertType);
  const subject = readSubject(search);
  const form = useForm<NameValues, string>({
    initial: { name: '', description: '' },
    schema: nameSchema,
    save: async (values) => type && create(values, type, subject),
    // With the filters of the URL.
    onSaved: (id) => void navigate(`${alertPath(id, 2)}${search}`, { replace: true }),
    explain: explainFailure,
    once: true,
  });
  return (
    <>
      <PageHeader
        title="Create Alert"
        description="Fill out the form below and select your alert type to get started."
      />
      <Wizard
        label={stepsLabel}
        steps={stepsOfNew(type ?? defaultAlertType)}
        wanted={wanted}
        pathTo={(number) => alertPath('new', number)}
      >
        {({ next }) => (
          <WizardStep
            form={form}
            label="Begin"
            next={next}
            disabled={type === undefined}
            aside={<RuleFrame rule={describeNew(type)} />}
          >
            <TypeCards value={type} onChange={setType} />
            <NameFields />
            {subject && (
              <Text textStyle="small" color="textMuted">
                {`The alert will be about the ${subjectNouns[subject.kind]} that you came from.`}
              </Text>
            )}
          </WizardStep>
        )}
      </Wizard>
    </>
  );
};
