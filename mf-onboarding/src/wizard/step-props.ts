import type { OnboardingForm } from '../form/form.queries.ts';

export interface StepProps {
  readonly form: OnboardingForm;
  /** Opens the step with this number. */
  readonly openStep: (step: number) => void;
  /** The numbers of the steps before and after this one. */
  readonly back: number | undefined;
  readonly next: number;
}
