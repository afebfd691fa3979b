import type { SessionUserData } from '@readerlens/auth';
import type { FieldCatalogue } from '@readerlens/filters/model';
import type { WizardSurroundings } from '@readerlens/ui/parts';
import type { Alert } from '../../alert/alert.queries.ts';

/** What a step of an existing alert gets. */
export interface StepProps {
  alert: Alert;
  /** The user whose clients, fields and export columns the alert uses. */
  owner: SessionUserData;
  catalogue: FieldCatalogue;
  onSaved: (saved: Alert, intent: string | undefined) => void;
  /** For the frame around it. */
  frame: WizardSurroundings;
}
