import { setupBlindedMessage } from '@readerlens/contract/onboarding/messages';
import { useViewer } from '@readerlens/auth/react';
import { Button, LinkButton } from '@readerlens/ui';
import { Building2 } from 'lucide-react';
import type { OnboardingForm } from '../form/form.queries.ts';
import { clientSetupPath } from '../form/onboarding-paths.ts';

const icon = <Building2 size={15} aria-hidden="true" />;

/** Opens what can be set up from a form, or what was. Disabled with the reason where it cannot be opened. */
export const SetUpButton = ({ form }: { form: OnboardingForm }) => {
  const { blinded } = useViewer();
  if (form.isSubmitted && !blinded)
    return (
      <LinkButton
        to={clientSetupPath(form.id)}
        icon={icon}
        variant={form.clientSetUpAt === null ? 'primary' : 'secondary'}
      >
        {form.clientSetUpAt === null ? 'Set up client' : 'See what was set up'}
      </LinkButton>
    );
  const reason = blinded ? setupBlindedMessage : 'A client is set up once its form has been submitted';
  return (
    <Button icon={icon} disabled title={reason}>
      Set up client
    </Button>
  );
};
