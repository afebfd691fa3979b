import { ApiError } from '@readerlens/auth';
import { Span } from '@readerlens/ui';
import type { WizardStepProps } from '@readerlens/ui/parts';
import dayjs from 'dayjs';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FocusEvent } from 'react';
import { pickChanges } from './save-part.ts';

interface Drafts<Values extends object> {
  /** What the page shows, and what the server has stored. */
  values: Values;
  stored: Values;
  /** The fields that cannot be saved as they are. */
  problems: object;
  /** The user has to choose between two versions of a field. */
  hasConflict: boolean;
  /** The whole step is being saved. */
  isStepSaving: boolean;
  /** Saves some fields without completing the step. False if somebody else was faster. */
  save: (changes: Partial<Values>) => Promise<boolean>;
}

interface NoteProps {
  savedAt: Date | undefined;
  /** Why the last save failed. */
  failure: string | undefined;
  hasConflict: boolean;
}

/** What the server answers to a refused save, such as one without the right to the form; else that it cannot be reached. */
const explainFailure = (error: unknown): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
    ? error.message
    : 'the server cannot be reached';

const explainState = ({ savedAt, failure, hasConflict }: NoteProps): string => {
  if (hasConflict) return 'Not saved: choose a version above';
  if (failure !== undefined) return `Not saved: ${failure}`;
  return savedAt ? `Saved ${dayjs(savedAt).format('HH:mm')}` : '';
};

const DraftNote = (props: NoteProps) => (
  <Span
    aria-live="polite"
    textStyle="small"
    color={props.failure !== undefined || props.hasConflict ? 'negative' : 'textMuted'}
  >
    {explainState(props)}
  </Span>
);

/**
 * Saves each field when the focus leaves it or the page is hidden, one save at a time; the next one waits, also for the
 * step. What fails is sent again with the next field, or with the step.
 */
export const useDrafts = <Values extends object>(drafts: Drafts<Values>) => {
  const { hasConflict, isStepSaving } = drafts;
  const isSaving = useRef(false);
  const isWanted = useRef(false);
  const [savedAt, setSavedAt] = useState<Date>();
  const [failure, setFailure] = useState<string>();
  const [, render] = useState(0);

  const saveDraft = useEffectEvent(async () => {
    const { values, stored, problems, save } = drafts;
    isWanted.current = false;
    const changes = Object.fromEntries(
      Object.entries(pickChanges(values, stored)).filter(([field]) => !(field in problems)),
    ) as Partial<Values>;
    if (Object.keys(changes).length === 0) return;
    isSaving.current = true;
    try {
      if (await save(changes)) setSavedAt(new Date());
      setFailure(undefined);
    } catch (error) {
      setFailure(explainFailure(error));
    }
    isSaving.current = false;
    render((count) => count + 1);
  });
  // After each render, with what the page shows then.
  useEffect(() => {
    if (isWanted.current && !isSaving.current && !isStepSaving) void saveDraft();
  });

  const saveSoon = () => {
    isWanted.current = true;
    render((count) => count + 1);
  };
  const saveWhenHidden = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') saveSoon();
  });
  useEffect(() => {
    const listen = () => saveWhenHidden();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);

  const onBlur: WizardStepProps<Values>['onBlur'] = ({
    currentTarget,
    relatedTarget,
  }: FocusEvent<HTMLFormElement>) => {
    // The button saves the step itself.
    if (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit') return;
    if (currentTarget.isConnected) saveSoon();
  };
  return { onBlur, saveSoon, note: <DraftNote {...{ savedAt, failure, hasConflict }} /> };
};
