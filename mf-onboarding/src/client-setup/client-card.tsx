import { clientFieldLabels } from '@readerlens/contract/onboarding';
import { Card } from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { LogoItem } from '../form/logo-item.tsx';
import type { OnboardingForm } from '../form/form.queries.ts';
import { RichTextView } from '../form/rich-text-view.tsx';

/** What is known of the client of a form, for staff. */
export const ClientCard = ({ form: { id, clientProfile } }: { form: OnboardingForm }) => {
  if (!clientProfile) return null;
  const { address, phone, website, profile, logo } = clientProfile;
  return (
    <Card title="Client" aria-label="Client" subtitle="What is known of it now">
      <FieldList>
        <FieldItem label={clientFieldLabels.address}>{address}</FieldItem>
        <FieldItem label={clientFieldLabels.phone}>{phone}</FieldItem>
        <FieldItem label={clientFieldLabels.website}>{website}</FieldItem>
        <FieldItem label={clientFieldLabels.profile}>
          {profile !== '' && <RichTextView html={profile} />}
        </FieldItem>
        <FieldItem label={clientFieldLabels.logo}>{logo && <LogoItem formId={id} logo={logo} />}</FieldItem>
      </FieldList>
    </Card>
  );
};
