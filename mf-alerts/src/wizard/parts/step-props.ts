import type { SessionUserData } from '@readerlens/auth';
import type { FieldCatalogue } from '@readerlens/filters/model';
import type { Alert } from '../../alert/alert.queries.ts';
import type { StepSurroundings } from './step-frame.tsx';
import type { SavedStep } from './use-save-step.ts';

/** What a step of an existing alert gets. */
export interface StepProps {
  alert: Alert;
  /** The user whose clients, fields and export columns the alert uses. */
  owner: SessionUserData;
  catalogue: FieldCatalogue;
  onSaved: (saved: SavedStep) => void;
  /** For the frame around it. */
  frame: StepSurroundings;
}

export const leaveQuestion = 'Leave without saving your changes?';
