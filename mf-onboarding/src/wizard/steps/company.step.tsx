import { api } from '@readerlens/auth';
import { companyProblems, maxLogoBytes } from '@readerlens/contract/onboarding';
import {
  Box,
  Card,
  IconButton,
  Span,
  Stack,
  Text,
  TextField,
  confirm,
  toast,
  useFormContext,
  useTextField,
} from '@readerlens/ui';
import { UploadField, WizardStep } from '@readerlens/ui/parts';
import type { UploadContext } from '@readerlens/ui/parts';
import { RichTextEditor } from '@readerlens/ui/rich-text';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CompanyInfo } from '../../form/form.queries.ts';
import { LogoItem } from '../../form/logo-item.tsx';
import { RichTextView } from '../../form/rich-text-view.tsx';
import { useReloadForm } from '../save-part.ts';
import type { StepProps } from '../step-props.ts';
import { usePartForm } from '../use-part-form.tsx';

type CompanyValues = Omit<CompanyInfo, 'id' | 'companyId' | 'logos'>;

const toValues = ({ id: _id, companyId: _companyId, logos: _logos, ...values }: CompanyInfo): CompanyValues =>
  values;

const findProblems = (values: CompanyValues) =>
  Object.fromEntries(companyProblems({ ...values }).map(({ path, message }) => [path, message]));

const labels = {
  name: 'Company Name',
  contactName: 'Contact Name',
  contactTitle: 'Contact Title',
  phone: 'Phone',
  address1: 'Address',
  city: 'City',
  state: 'State',
  postalCode: 'Zip Code',
  profile: 'Company Profile',
  profilePageContact: 'Profile Page Contact',
  companyWebsite: 'Company Website',
  fileUrl: 'Logo file URL',
} as const satisfies Record<keyof CompanyValues, string>;

const showValue = (field: keyof CompanyValues, value: unknown) =>
  field === 'profile' && value !== '' ? <RichTextView html={value as string} /> : undefined;

const ProfileField = ({ replacement }: { replacement: { readonly value: unknown } | undefined }) => {
  const { values, change } = useFormContext<CompanyValues>();
  const [initial] = useState(values.profile);
  return (
    <div>
      <Span display="block" mb="1.5" fontWeight="medium" textStyle="small">
        {labels.profile}
      </Span>
      <RichTextEditor
        label={labels.profile}
        initial={initial}
        replacement={replacement as { value: string } | undefined}
        onChange={(profile) => change({ profile })}
      />
    </div>
  );
};

const Fields = () => (
  <Box
    display="grid"
    gap="4"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
  >
    <TextField label={labels.name} required autoComplete="organization" {...useTextField('name')} />
    <TextField label={labels.contactName} required autoComplete="name" {...useTextField('contactName')} />
    <TextField
      label={labels.contactTitle}
      required
      autoComplete="organization-title"
      {...useTextField('contactTitle')}
    />
    <TextField label={labels.phone} type="tel" autoComplete="tel" {...useTextField('phone')} />
    <TextField label={labels.address1} required autoComplete="street-address" {...useTextField('address1')} />
    <TextField label={labels.city} required autoComplete="address-level2" {...useTextField('city')} />
    <TextField label={labels.state} required autoComplete="address-level1" {...useTextField('state')} />
    <TextField label={labels.postalCode} autoComplete="postal-code" {...useTextField('postalCode')} />
    <TextField label={labels.profilePageContact} {...useTextField('profilePageContact')} />
    <TextField
      label={labels.companyWebsite}
      type="url"
      autoComplete="url"
      {...useTextField('companyWebsite')}
    />
  </Box>
);

const LogoUrlField = () => (
  <TextField
    label={labels.fileUrl}
    type="url"
    hint="The address of a logo, or upload one below."
    {...useTextField('fileUrl')}
  />
);

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The logos are stored at once, not with the step. */
const Logos = ({ formId, logos }: { formId: string; logos: CompanyInfo['logos'] }) => {
  const reload = useReloadForm(formId);
  const upload = async (file: File, { signal }: UploadContext) => {
    const data = new FormData();
    data.append('file', file);
    const call = 'POST /api/onboarding/{formId}/company-info/logos';
    await api(call, { params: { formId } }, { signal, form: data });
  };
  const remove = async (logoId: string) => {
    if (!(await confirm({ title: 'Are you sure you want to delete this logo?', confirmLabel: 'Continue' })))
      return;
    try {
      const call = 'DELETE /api/onboarding/{formId}/company-info/logos/{logoId}';
      const { message } = await api(call, { params: { formId, logoId } });
      toast.success(message);
    } catch {
      toast.error('There was an error deleting the logo');
    }
    await reload();
  };
  return (
    <Stack gap="3">
      <UploadField
        label="Logo"
        hint="PNG, JPEG, WebP or GIF, up to 10 MB"
        multiple
        accept={imageTypes}
        maxBytes={maxLogoBytes}
        upload={upload}
        onUploaded={() => void reload()}
      />
      {logos.map((logo) => (
        <Box key={logo.id} display="flex" gap="2" alignItems="center">
          <LogoItem formId={formId} logo={logo} />
          <IconButton
            size="sm"
            label={`Delete logo ${logo.name}`}
            icon={<Trash2 size={14} aria-hidden="true" />}
            onClick={() => void remove(logo.id)}
          />
        </Box>
      ))}
    </Stack>
  );
};

/** What the client enters about the company. */
export const CompanyStep = ({ form: stored, onSaved, frame }: StepProps) => {
  const { companyInfo } = stored;
  const { form, draftProps, panel, replaced } = usePartForm({
    stored,
    part: companyInfo,
    toValues,
    toForm: (saved: CompanyInfo) => ({ companyInfo: saved }),
    findProblems,
    labels,
    show: showValue,
    send: (changes, { version, isDraft }) => {
      const call = 'PATCH /api/onboarding/{formId}/company-info';
      return api(call, { params: { formId: stored.id }, body: { ...changes, version, isDraft } });
    },
    onSaved,
  });
  return (
    <WizardStep form={form} label="Company Info step" {...frame} {...draftProps}>
      {panel}
      <Card aria-label="Company Info">
        <Stack gap="4">
          <Text color="textMuted">This information appears on your profile page.</Text>
          <Fields />
          <ProfileField replacement={replaced['profile']} />
          <LogoUrlField />
          <Logos formId={stored.id} logos={companyInfo.logos} />
        </Stack>
      </Card>
    </WizardStep>
  );
};
