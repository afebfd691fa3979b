import { Span } from '@readerlens/ui';
import type { WizardStepProps } from '@readerlens/ui/parts';
import dayjs from 'dayjs';
import { useRef, useState } from 'react';
import type { FocusEvent } from 'react';
import { pickChanges } from './save-part.ts';

interface Drafts<Values extends object> {
  /** What the page shows, and what the server has stored. */
  values: Values;
  stored: Values;
  /** The fields that cannot be saved as they are. */
  problems: Readonly<Record<string, string>>;
  /** Saves some fields without completing the step. */
  save: (changes: Partial<Values>) => Promise<void>;
}

const DraftNote = ({ savedAt, failed }: { savedAt: Date | undefined; failed: boolean }) => (
  <Span aria-live="polite" textStyle="small" color={failed ? 'negative' : 'textMuted'}>
    {failed && 'Not saved: the server cannot be reached'}
    {!failed && savedAt && `Saved ${dayjs(savedAt).format('HH:mm')}`}
  </Span>
);

/**
 * Saves each field when the focus leaves it, one save at a time. What fails is sent again with the next field, or with the
 * step. Returns the props of the frame of the step.
 */
export const useDrafts = <Values extends object>(
  drafts: Drafts<Values>,
): Pick<WizardStepProps<Values>, 'onBlur' | 'note'> => {
  const { values, stored, problems, save } = drafts;
  const isSaving = useRef(false);
  const [savedAt, setSavedAt] = useState<Date>();
  const [failed, setFailed] = useState(false);
  const saveDraft = async () => {
    const changes = Object.fromEntries(
      Object.entries(pickChanges(values, stored)).filter(([field]) => !(field in problems)),
    ) as Partial<Values>;
    if (isSaving.current || Object.keys(changes).length === 0) return;
    isSaving.current = true;
    try {
      await save(changes);
      setFailed(false);
      setSavedAt(new Date());
    } catch {
      setFailed(true);
    }
    isSaving.current = false;
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    // The button saves the step itself.
    if (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit') return;
    if (currentTarget.isConnected) void saveDraft();
  };
  return { onBlur, note: <DraftNote {...{ savedAt, failed }} /> };
};
