import { api } from '@readerlens/auth';
import { useBlinded } from '@readerlens/auth/react';
import { alertSteps } from '@readerlens/contract/alerts';
import { listReadableTypes } from '@readerlens/contract/vocabulary';
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
import { Heading, Text, toast } from '@readerlens/ui';
import { WizardStep } from '@readerlens/ui/parts';
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { RulePanel } from '../parts/rule-panel.tsx';
import type { StepProps } from '../parts/step-props.ts';
import { SubjectChoice } from '../parts/subject-choice.tsx';
import { useStepForm } from '../parts/use-step-form.ts';

/** The rules of the filter cards of an alert: its dates are windows of its own. */
const alertForm = {
  form: 'search',
  dates: false,
  typesRequired: true,
  excluded: ['ActivityTypes', 'DateRange', 'RelativeDateRange'],
} as const;

const isDated = ({ $type }: Filter): boolean => $type === 'DateRange' || $type === 'RelativeDateRange';

type Start = Pick<StepProps, 'alert' | 'owner' | 'catalogue'>;
interface FiltersValues {
  readonly model: FilterModel;
  /** Whether the alert is about its subject only. Only the page of a reader or an organization leads to one. */
  readonly withSubject: boolean;
}

/** The stored filters; without any, those of the URL, or what a new alert of the owner starts with. */
const startModel = ({ alert, owner, catalogue }: Start, search: string): FilterModel => {
  const stored = readStoredModel(alert, catalogue);
  if (stored.filters.length > 0 || stored.indices.length > 0) return stored;
  const linked = readSearch(search, catalogue)?.model;
  const indices = linked?.indices ?? [];
  return defaultModel(owner, {
    now: new Date(),
    dates: 'none',
    base: linked?.filters.filter((each) => !isDated(each)) ?? [],
    // The page that led here shows all types, and an alert names those that it watches.
    indices: linked && indices.length === 0 ? listReadableTypes(owner.claims) : indices,
  });
};

/** Why filters cannot be saved, for the whole step. In Blinded Mode there may be stored ones that are not shown. */
const findStepProblem = ({ filters, indices }: FilterModel, blinded: boolean): string | undefined => {
  if (indices.length === 0) return activityTypeRequiredMessage;
  return hasSecondFilter(filters) || blinded ? undefined : twoFiltersMessage;
};

const useFiltersForm = (props: StepProps) => {
  const { alert, owner, catalogue } = props;
  const { search } = useLocation();
  const blinded = useBlinded();
  const initial = useMemo(
    () => ({ model: startModel({ alert, owner, catalogue }, search), withSubject: alert.subject !== null }),
    [alert, owner, catalogue, search],
  );
  const send = async ({ withSubject }: FiltersValues) => {
    const { id, version } = alert;
    const filters = [...named.filters];
    const indices = [...named.indices];
    const body = {
      filters,
      indices,
      ...(alert.subject && !withSubject ? { subject: null } : {}),
      lastStepCompleted: alertSteps.DefineFilters,
      version,
    };
    const answer = await api('PUT /api/notification/{id}/filters', { params: { id }, body });
    showDroppedFilters(answer.data.dropped);
    return answer;
  };
  const form = useStepForm<FiltersValues>(props, {
    initial,
    // The cards show the problems of `model`.
    check: ({ model }) => {
      const [inCards] = filterProblems(model, owner, { ...alertForm, catalogue });
      const problem = findStepProblem(model, blinded);
      return { model: inCards?.message ?? problem, '': problem === twoFiltersMessage ? problem : undefined };
    },
    send,
    isSame: (a, b) => toQuery(a.model) === toQuery(b.model) && a.withSubject === b.withSubject,
  });
  // Links contain no names, which the stored filters have.
  const named = useNamedModel(form.values.model, catalogue);
  return {
    ...form,
    named,
    submit: (button?: string) => {
      const problem = findStepProblem(form.values.model, blinded);
      if (problem !== undefined) toast.error(problem, { durationMs: 5000 });
      form.submit(button);
    },
  };
};

/** What an alert is about. */
export const FiltersStep = (props: StepProps) => {
  const { alert, owner, catalogue, frame } = props;
  const form = useFiltersForm(props);
  const blinded = useBlinded();
  return (
    <WizardStep
      form={form}
      label="Define Filters"
      {...frame}
      aside={
        <RulePanel
          alert={alert}
          step="DefineFilters"
          draft={{
            filters: {
              model: form.named,
              withSubject: form.values.withSubject,
              isComplete: findStepProblem(form.values.model, blinded) === undefined,
            },
          }}
        />
      }
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
      {alert.subject && (
        <SubjectChoice
          subject={alert.subject}
          value={form.values.withSubject}
          isReadOnly={frame.isReadOnly}
          onChange={(withSubject) => form.change({ withSubject })}
        />
      )}
      <FilterCards
        {...alertForm}
        owner={owner}
        catalogue={catalogue}
        value={form.values.model}
        onChange={(model) => form.change({ model })}
        checked={form.isChecked}
      />
    </WizardStep>
  );
};
