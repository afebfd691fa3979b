import type { WizardSurroundings } from '@readerlens/ui/parts';
import type { OnboardingForm } from '../form/form.queries.ts';

export interface StepProps {
  readonly form: OnboardingForm;
  /** Opens the next step, or thanks after the last one. */
  readonly onSaved: () => void;
  /** For the frame around it. */
  readonly frame: WizardSurroundings;
}
