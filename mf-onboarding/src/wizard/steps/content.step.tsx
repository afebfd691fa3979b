import { api } from '@readerlens/auth';
import { maxOnboardingComment } from '@readerlens/contract/onboarding';
import {
  Box,
  Button,
  Card,
  Flex,
  IconButton,
  Stack,
  Text,
  TextAreaField,
  confirm,
  toast,
  useFormContext,
  useTextField,
} from '@readerlens/ui';
import { WizardStep } from '@readerlens/ui/parts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ContentDetails } from '../../form/form-cards.tsx';
import type { ContentItem, OnboardingForm } from '../../form/form.queries.ts';
import { ContentDialog } from '../content.dialog.tsx';
import { RadioField } from '../radio-field.tsx';
import { useReloadForm } from '../save-part.ts';
import type { StepProps } from '../step-props.ts';
import { usePartForm } from '../use-part-form.tsx';

interface ContentInfo {
  websiteReview: 'Yes' | 'No' | null;
  comment: string;
}

const toValues = ({ websiteReview, comment }: OnboardingForm['contentInfo']): ContentInfo => ({
  websiteReview,
  comment,
});

const labels = {
  websiteReview: 'Shall we review your website for content?',
  comment: 'Comment',
} as const satisfies Record<keyof ContentInfo, string>;

const answers = [
  { label: 'Yes', value: 'Yes' },
  { label: 'No', value: 'No' },
] as const;

const InfoFields = () => {
  const { values, change } = useFormContext<ContentInfo>();
  return (
    <Stack gap="4">
      <RadioField
        label={labels.websiteReview}
        options={answers}
        value={values.websiteReview}
        onChange={(websiteReview) => change({ websiteReview })}
      />
      <TextAreaField
        label={labels.comment}
        maxLength={maxOnboardingComment}
        counter
        {...useTextField('comment')}
      />
    </Stack>
  );
};

interface ItemProps {
  formId: string;
  item: ContentItem;
  onEdit: () => void;
  onDelete: () => void;
}

const Item = ({ formId, item, onEdit, onDelete }: ItemProps) => (
  <Box as="li" borderTopWidth="1px" pt="3">
    <Flex gap="2" align="flex-start" mb="2">
      <Text flex="1" fontWeight="semibold" overflowWrap="anywhere">
        {item.title}
      </Text>
      <IconButton
        size="sm"
        label={`Edit ${item.title}`}
        icon={<Pencil size={14} aria-hidden="true" />}
        onClick={onEdit}
      />
      <IconButton
        size="sm"
        label={`Delete ${item.title}`}
        icon={<Trash2 size={14} aria-hidden="true" />}
        onClick={onDelete}
      />
    </Flex>
    <ContentDetails formId={formId} item={item} />
  </Box>
);

/** The content of the form. Items and files are stored at once, not with the step. */
const ContentList = ({ form }: { form: OnboardingForm }) => {
  const reload = useReloadForm(form.id);
  const [open, setOpen] = useState<'none' | 'new' | ContentItem>('none');
  const remove = async ({ id: contentId, title }: ContentItem) => {
    if (
      !(await confirm({ title: 'Are you sure you want to delete this content?', confirmLabel: 'Continue' }))
    )
      return;
    try {
      const call = 'DELETE /api/onboarding/{formId}/content/{contentId}';
      await api(call, { params: { formId: form.id, contentId } });
      toast.success(`Deleted content '${title}'`);
    } catch {
      toast.error(`There was an error deleting the content '${title}'`);
    }
    await reload();
  };
  // What was just saved is there before the form is read again.
  const shown =
    typeof open === 'object' ? (form.content.find(({ id }) => id === open.id) ?? open) : undefined;
  return (
    <Stack gap="4">
      <Box>
        <Button icon={<Plus size={15} aria-hidden="true" />} onClick={() => setOpen('new')}>
          Add New Content
        </Button>
      </Box>
      {form.content.length === 0 ? (
        <Text color="textMuted">You haven't uploaded any content yet...</Text>
      ) : (
        <Stack as="ul" gap="4" listStyleType="none">
          {form.content.map((item) => (
            <Item
              key={item.id}
              formId={form.id}
              item={item}
              onEdit={() => setOpen(item)}
              onDelete={() => void remove(item)}
            />
          ))}
        </Stack>
      )}
      {(open === 'new' || shown) && (
        <ContentDialog
          formId={form.id}
          item={shown}
          onSaved={(item) => {
            setOpen(item);
            void reload();
          }}
          onFilesChanged={() => void reload()}
          onClose={() => setOpen('none')}
        />
      )}
    </Stack>
  );
};

/** What to publish. */
export const ContentStep = ({ form: stored, onSaved, frame }: StepProps) => {
  const { form, draftProps, panel } = usePartForm({
    stored,
    part: stored.contentInfo,
    toValues,
    toForm: (contentInfo: OnboardingForm['contentInfo']) => ({ contentInfo }),
    labels,
    send: (changes, { version, isDraft }) => {
      const call = 'PATCH /api/onboarding/{formId}/content-info';
      return api(call, { params: { formId: stored.id }, body: { ...changes, version, isDraft } });
    },
    onSaved: (message) => {
      toast.success(message);
      onSaved();
    },
    onRefused: () => void toast.error('There was an error saving the content info'),
  });
  return (
    <Stack gap="4">
      <Card title="Content" aria-label="Content">
        <ContentList form={stored} />
      </Card>
      <WizardStep form={form} label="Content step" {...frame} {...draftProps}>
        {panel}
        <Card aria-label="About the content">
          <InfoFields />
        </Card>
      </WizardStep>
    </Stack>
  );
};
