import { ApiError } from '@readerlens/auth';
import { useForm } from '@readerlens/ui';
import type { Problems } from '@readerlens/ui';
import { useMemo } from 'react';
import type { FormStatus, OnboardingForm } from '../form/form.queries.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import type { ConflictTexts } from './conflict-panel.tsx';
import { pickChanges, useRefetchForm, useStoreSaved } from './save-part.ts';
import { useConflicts, useFollowOthers } from './use-conflicts.ts';
import { useDrafts } from './use-drafts.tsx';

interface SavedPart<Part> {
  readonly data: { readonly part: Part; readonly status: FormStatus };
  readonly message: string;
}

interface PartFormOptions<Values extends object, Part> extends ConflictTexts<Values> {
  /** The form, and the part of it that the step shows. */
  stored: OnboardingForm;
  part: Part;
  toValues: (part: Part) => Values;
  /** The part at its place in the form. */
  toForm: (part: Part) => Partial<OnboardingForm>;
  findProblems?: (values: Values) => Problems;
  /** Sends the changed fields, with the version that the page shows. */
  send: (
    changes: Partial<Values>,
    at: { readonly version: number; readonly isDraft: boolean; readonly values: Values },
  ) => Promise<SavedPart<Part>>;
  onSaved: (message: string) => void;
  onRefused?: () => void;
  /** Nothing is saved before the step is. */
  withoutDrafts?: boolean;
}

const noProblems = () => ({});
const chooseFirst = 'Choose between the two versions first.';

/** The form of a step: saves drafts and the step, follows what others save, and asks where both have changed a field. */
export const usePartForm = <Values extends object, Part>(options: PartFormOptions<Values, Part>) => {
  const { stored, part, toValues, toForm, findProblems = noProblems, withoutDrafts = false } = options;
  const store = useStoreSaved(stored.id);
  const refetch = useRefetchForm(stored.id);
  const initial = useMemo(() => toValues(part), [part, toValues]);
  const conflicts = useConflicts<Values>();
  const { theirs } = conflicts;
  const hasConflict = Object.keys(theirs).length > 0;

  const send = async (changes: Partial<Values>, isDraft: boolean, values: Values) => {
    try {
      const saved = await options.send(changes, { version: stored.version, isDraft, values });
      conflicts.rememberOwn(toValues(saved.data.part), Object.keys(changes));
      return saved;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      // What the others have saved shows as a conflict, or as a form that is closed.
      const now = await refetch();
      if (now?.mayEdit) return undefined;
      throw error;
    }
  };
  const form = useForm<Values, SavedPart<Part>>({
    initial,
    check: (values) => ({ ...findProblems(values), ...(hasConflict ? { '': chooseFirst } : {}) }),
    save: (values) => send(pickChanges(values, initial), false, values),
    readSaved: ({ data }) => toValues(data.part),
    onSaved: ({ data, message }) => {
      store(data.status, toForm(data.part));
      options.onSaved(message);
    },
    ...(options.onRefused ? { onRefused: options.onRefused } : {}),
  });
  const { values } = form;
  useFollowOthers(conflicts, initial, values);

  const drafts = useDrafts<Values>({
    values,
    // Known before the saved step is in the cache.
    stored: form.base,
    problems: { ...findProblems(values), ...theirs },
    hasConflict,
    isStepSaving: form.saving,
    save: async (changes) => {
      const saved = await send(changes, true, values);
      if (!saved) return false;
      store(saved.data.status, toForm(saved.data.part));
      return true;
    },
  });
  const panel = (
    <ConflictPanel<Values>
      labels={options.labels}
      {...(options.show ? { show: options.show } : {})}
      mine={values}
      theirs={theirs}
      onKeep={(field) => {
        conflicts.remove(field);
        if (!withoutDrafts) drafts.saveSoon();
      }}
      onTake={(field) => {
        form.change({ [field]: theirs[field] } as Partial<Values>);
        conflicts.remove(field);
        conflicts.replace(field, theirs[field]);
      }}
    />
  );
  return {
    form,
    /** For the frame of the step. */
    draftProps: withoutDrafts ? {} : { onBlur: drafts.onBlur, note: drafts.note },
    /** The choices, above the fields. */
    panel,
    /** What a control that keeps its own state has to show now, by field. */
    replaced: conflicts.replaced,
  };
};
