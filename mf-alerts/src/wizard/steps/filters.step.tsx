import { api } from '@readerlens/auth';
import { useBlinded } from '@readerlens/auth/react';
import { alertSteps } from '@readerlens/contract/alerts';
import { defaultModel, useNamedModel } from '@readerlens/filters';
import {
  activityTypeRequiredMessage,
  hasSecondFilter,
  readSearch,
  readStoredModel,
  toQuery,
  twoFiltersMessage,
} from '@readerlens/filters/model';
import type { Filter, FilterModel } from '@readerlens/filters/model';
import { FilterCards, filterProblems, showDroppedFilters } from '@readerlens/filters/panel';
import { Heading, Text, toast, useFocusOnProblem, useLeaveGuard } from '@readerlens/ui';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { StepFrame } from '../parts/step-frame.tsx';
import { leaveQuestion } from '../parts/step-props.ts';
import type { StepProps } from '../parts/step-props.ts';
import { useSaveStep } from '../parts/use-save-step.ts';

/** The rules of the filter cards of an alert: its dates are windows of its own. */
const alertForm = {
  form: 'search',
  dates: false,
  typesRequired: true,
  excluded: ['ActivityTypes', 'DateRange', 'RelativeDateRange'],
} as const;

const isDated = ({ $type }: Filter): boolean => $type === 'DateRange' || $type === 'RelativeDateRange';

/** The stored filters; without any, those of the URL, or what a new alert of the owner starts with. */
const startModel = ({ alert, owner, catalogue }: StepProps, search: string): FilterModel => {
  const stored = readStoredModel(alert, catalogue);
  if (stored.filters.length > 0 || stored.indices.length > 0) return stored;
  const linked = readSearch(search, catalogue)?.model;
  const { filters, indices } = linked ?? { filters: [], indices: [] };
  return defaultModel(owner, {
    now: new Date(),
    dates: 'none',
    base: filters.filter((each) => !isDated(each)),
    indices,
  });
};

/** Why filters cannot be saved, for the whole step. In Blinded Mode there may be stored ones that are not shown. */
const stepProblem = ({ filters, indices }: FilterModel, blinded: boolean): string | undefined => {
  if (indices.length === 0) return activityTypeRequiredMessage;
  return hasSecondFilter(filters) || blinded ? undefined : twoFiltersMessage;
};

/** What an alert is about. */
export const FiltersStep = (props: StepProps) => {
  const { alert, owner, catalogue, onSaved, frame } = props;
  const { search } = useLocation();
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [start] = useState(() => startModel(props, search));
  const [model, setModel] = useState(start);
  const [attempts, setAttempts] = useState(0);
  const { saving, failure, save } = useSaveStep(alert, onSaved);
  // Links contain no names, which the stored filters have.
  const named = useNamedModel(model, catalogue);
  const problems = filterProblems(model, owner, { ...alertForm, catalogue });
  const problem = stepProblem(model, useBlinded());
  const isValid = problem === undefined && problems.length === 0;
  useLeaveGuard(toQuery(model) === toQuery(start) ? undefined : leaveQuestion);
  useFocusOnProblem(form, attempts, attempts > 0 && !isValid);
  const submit = (leave: boolean) => {
    setAttempts((count) => count + 1);
    if (problem !== undefined) toast.error(problem, { durationMs: 5000 });
    if (!isValid) return;
    const { id, version } = alert;
    const filters = [...named.filters];
    const indices = [...named.indices];
    const body = { filters, indices, lastStepCompleted: alertSteps.DefineFilters, version };
    save(async () => {
      const answer = await api('PUT /api/notification/{id}/filters', { params: { id }, body });
      showDroppedFilters(answer.data.dropped);
      return answer;
    }, leave);
  };
  return (
    <StepFrame
      label="Define Filters"
      formRef={setForm}
      {...frame}
      {...{ saving, failure }}
      problem={attempts > 0 && problem === twoFiltersMessage ? problem : undefined}
      onSubmit={submit}
    >
      <div>
        <Heading>What the alert is about</Heading>
        {!frame.isReadOnly && (
          <Text textStyle="small" color="textMuted">
            Select an activity type and at least one more filter. The alert has periods of its own instead of
            dates.
          </Text>
        )}
      </div>
      <FilterCards
        {...alertForm}
        owner={owner}
        catalogue={catalogue}
        value={model}
        onChange={setModel}
        checked={attempts > 0}
      />
    </StepFrame>
  );
};
