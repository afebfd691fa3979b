import { api } from '@readerlens/auth';
import { useBlinded } from '@readerlens/auth/react';
import { alertNameLength, defaultAlertType } from '@readerlens/contract/alerts';
import type { AlertType } from '@readerlens/contract/alerts';
import { LoadError, PageHeader, Text, useForm } from '@readerlens/ui';
import { Wizard, WizardStep } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { alertPath } from '../../alert/alert-paths.ts';
import { readSubject, subjectNouns, subjectQuery } from '../../alert/alert-subject.ts';
import type { AlertSubject, NamedSubject } from '../../alert/alert-subject.ts';
import { LoadingStep } from '../parts/loading-step.tsx';
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
      body: {
        name: name.trim(),
        description: description.trim(),
        type,
        ...(subject ? { subject: { kind: subject.kind, id: subject.id } } : {}),
      },
    })
  ).data.id;

const header = (
  <PageHeader
    title="Create Alert"
    description="Fill out the form below and select your alert type to get started."
  />
);

const NewAlertForm = ({ subject }: { subject: NamedSubject | null }) => {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { step: wanted = '1' } = useParams();
  const [type, setType] = useState<AlertType | undefined>(defaultAlertType);
  const blinded = useBlinded();
  const form = useForm<NameValues, string>({
    // A title stays when Blinded Mode ends, so it does not begin with a pseudonym.
    initial: { name: (!blinded && subject?.name.slice(0, alertNameLength)) || '', description: '' },
    schema: nameSchema,
    save: async (values) => type && create(values, type, subject),
    // With the filters of the URL.
    onSaved: (id) => void navigate(`${alertPath(id, 2)}${search}`, { replace: true }),
    explain: explainFailure,
    once: true,
  });
  return (
    <>
      {header}
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
                {`The alert will be about the ${subjectNouns[subject.kind]} ${subject.name}.`}
              </Text>
            )}
          </WizardStep>
        )}
      </Wizard>
    </>
  );
};

const NewAlertAbout = ({ subject }: { subject: AlertSubject }) => {
  const { data, error, refetch } = useQuery(subjectQuery(subject));
  if (data) return <NewAlertForm subject={data} />;
  return (
    <>
      {header}
      {error ? (
        <LoadError error={error} refused="You do not have access to alerts" onRetry={() => void refetch()} />
      ) : (
        <LoadingStep />
      )}
    </>
  );
};

/** The first step of an alert that does not exist yet. */
export const NewAlert = () => {
  const { search } = useLocation();
  const subject = readSubject(search);
  return subject ? <NewAlertAbout subject={subject} /> : <NewAlertForm subject={null} />;
};
