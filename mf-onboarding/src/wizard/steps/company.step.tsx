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
  useForm,
  useFormContext,
  useTextField,
} from '@readerlens/ui';
import { UploadField, WizardStep } from '@readerlens/ui/parts';
import type { UploadContext } from '@readerlens/ui/parts';
import { RichTextEditor } from '@readerlens/ui/rich-text';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { FileLink } from '../../form/form-cards.tsx';
import type { CompanyInfo } from '../../form/form.queries.ts';
import { pickChanges, useReloadForm, useStoreSaved } from '../save-part.ts';
import type { StepProps } from '../step-props.ts';
import { useDrafts } from '../use-drafts.tsx';

type CompanyValues = Omit<CompanyInfo, 'id' | 'companyId' | 'logos'>;

const toValues = ({ id: _id, companyId: _companyId, logos: _logos, ...values }: CompanyInfo): CompanyValues =>
  values;

const findProblems = (values: CompanyValues) =>
  Object.fromEntries(companyProblems({ ...values }).map(({ path, message }) => [path, message]));

const ProfileField = ({ initial }: { initial: string }) => {
  const { change } = useFormContext<CompanyValues>();
  return (
    <div>
      <Span display="block" mb="1.5" fontWeight="medium" textStyle="small">
        Company Profile
      </Span>
      <RichTextEditor label="Company Profile" initial={initial} onChange={(profile) => change({ profile })} />
    </div>
  );
};

const Fields = () => (
  <Box
    display="grid"
    gap="4"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
  >
    <TextField label="Company Name" required autoComplete="organization" {...useTextField('name')} />
    <TextField label="Contact Name" required autoComplete="name" {...useTextField('contactName')} />
    <TextField
      label="Contact Title"
      required
      autoComplete="organization-title"
      {...useTextField('contactTitle')}
    />
    <TextField label="Phone" type="tel" autoComplete="tel" {...useTextField('phone')} />
    <TextField label="Address" required autoComplete="street-address" {...useTextField('address1')} />
    <TextField label="City" required autoComplete="address-level2" {...useTextField('city')} />
    <TextField label="State" required autoComplete="address-level1" {...useTextField('state')} />
    <TextField label="Zip Code" autoComplete="postal-code" {...useTextField('postalCode')} />
    <TextField label="Profile Page Contact" {...useTextField('profilePageContact')} />
    <TextField label="Company Website" type="url" autoComplete="url" {...useTextField('companyWebsite')} />
  </Box>
);

const LogoUrlField = () => (
  <TextField
    label="Logo file URL"
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
      {logos.map(({ id, name, size, logoUrl }) => (
        <Box key={id} display="flex" gap="2" alignItems="center">
          <FileLink file={{ id, name, size, fileUrl: logoUrl, fileType: 'image', isImage: true }} />
          <IconButton
            size="sm"
            label={`Delete logo ${name}`}
            icon={<Trash2 size={14} aria-hidden="true" />}
            onClick={() => void remove(id)}
          />
        </Box>
      ))}
    </Stack>
  );
};

/** What the client enters about the company. */
export const CompanyStep = ({ form: stored, onSaved, frame }: StepProps) => {
  const { companyInfo } = stored;
  const store = useStoreSaved(stored.id);
  const initial = useMemo(() => toValues(companyInfo), [companyInfo]);
  const send = async (changes: Partial<CompanyValues>, isDraft: boolean) => {
    const body = { ...changes, version: stored.version, isDraft };
    const call = 'PATCH /api/onboarding/{formId}/company-info';
    return (await api(call, { params: { formId: stored.id }, body })).data;
  };
  const form = useForm({
    initial,
    check: findProblems,
    save: (values) => send(pickChanges(values, initial), false),
    readSaved: ({ part }) => toValues(part),
    onSaved: ({ part, status }) => {
      store(status, { companyInfo: part });
      onSaved();
    },
  });
  const drafts = useDrafts({
    values: form.values,
    stored: initial,
    problems: findProblems(form.values),
    save: async (changes) => {
      const { part, status } = await send(changes, true);
      store(status, { companyInfo: part });
    },
  });
  return (
    <WizardStep form={form} label="Company Info step" {...frame} {...drafts}>
      <Card aria-label="Company Info">
        <Stack gap="4">
          <Text color="textMuted">This information appears on your profile page.</Text>
          <Fields />
          <ProfileField initial={initial.profile} />
          <LogoUrlField />
          <Logos formId={stored.id} logos={companyInfo.logos} />
        </Stack>
      </Card>
    </WizardStep>
  );
};
