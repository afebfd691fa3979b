import { useRef, useState } from 'react';
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

/** Saves what was typed, field by field, one save at a time. What fails is sent again with the next field, or with the step. */
export const useDrafts = <Values extends object>({ values, stored, problems, save }: Drafts<Values>) => {
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
  return { saveDraft: () => void saveDraft(), savedAt, failed };
};

export type DraftState = ReturnType<typeof useDrafts>;
