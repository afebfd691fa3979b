import { onboardingState } from '@readerlens/contract/onboarding';
import type { OnboardingState } from '@readerlens/contract/onboarding';
import { Badge } from '@readerlens/ui';
import { Check, Clock3, Minus } from 'lucide-react';

const looks = {
  Submitted: { tone: 'positive', Icon: Check },
  Expired: { tone: 'warning', Icon: Clock3 },
  'Not Submitted': { tone: 'neutral', Icon: Minus },
} as const satisfies Record<OnboardingState, object>;

/** Whether a form is submitted, expired or neither. */
export const FormStateBadge = ({ form }: { form: Parameters<typeof onboardingState>[0] }) => {
  const state = onboardingState(form);
  const { tone, Icon } = looks[state];
  return (
    <Badge tone={tone}>
      <Icon size={13} aria-hidden="true" />
      {state}
    </Badge>
  );
};
