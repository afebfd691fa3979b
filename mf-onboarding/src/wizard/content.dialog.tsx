import { webAddressMessage } from '@readerlens/contract/onboarding/messages';
import { api } from '@readerlens/auth';
import { maxUploadBytes, titleRequired } from '@readerlens/contract/onboarding';
import {
  Box,
  Button,
  Dialog,
  Flex,
  Form,
  IconButton,
  Stack,
  Text,
  TextField,
  confirm,
  confirmDiscard,
  toast,
  useForm,
  useTextField,
} from '@readerlens/ui';
import { UploadField } from '@readerlens/ui/parts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FileLink } from '../form/file-link.tsx';
import type { ContentItem, OnboardingFile } from '../form/form.queries.ts';
import { cancelUpload, uploadFile } from './upload-file.ts';

interface ContentValues {
  title: string;
  url: string;
  keyword: string;
}

const findProblems = ({ title, url }: ContentValues) => ({
  title: title.trim() === '' ? titleRequired : undefined,
  url: url.trim() === '' || /^https?:\/\/\S+$/i.test(url.trim()) ? undefined : webAddressMessage,
});

const Fields = () => (
  <>
    <TextField
      label="Title"
      required
      hint="The title may be edited by the publisher."
      {...useTextField('title')}
    />
    <TextField label="Url" type="url" {...useTextField('url')} />
    <TextField label="Keyword" hint="Enter 2-3 keywords." {...useTextField('keyword')} />
  </>
);

const deleteFile = 'DELETE /api/onboarding/{formId}/content/{contentId}/file/{fileId}';

interface FilesProps {
  formId: string;
  item: ContentItem;
  onChanged: () => void;
}

/** The files of a content item; they are stored at once. */
const Files = ({ formId, item, onChanged }: FilesProps) => {
  const place = { formId, contentId: item.id };
  const remove = async ({ id: fileId }: OnboardingFile) => {
    if (!(await confirm({ title: 'Are you sure you want to delete this file?', confirmLabel: 'Continue' })))
      return;
    try {
      const { message } = await api(deleteFile, { params: { formId, contentId: item.id, fileId } });
      toast.success(message);
    } catch {
      toast.error('There was an error deleting the file');
    }
    onChanged();
  };
  return (
    <Stack gap="3">
      <UploadField
        label="Files"
        hint="Up to 500 MB a file. Only provide images whose copyright you hold, no stock photos."
        multiple
        maxBytes={maxUploadBytes}
        upload={(file, context) => uploadFile(file, context, place, { call: api })}
        cancel={(file) => cancelUpload(file, place, api)}
        onUploaded={onChanged}
      />
      {item.uploadedFileUrls.map((file) => (
        <Flex key={file.id} gap="2" align="center">
          <FileLink formId={formId} file={file} />
          <IconButton
            size="sm"
            label={`Delete ${file.name}`}
            icon={<Trash2 size={14} aria-hidden="true" />}
            onClick={() => void remove(file)}
          />
        </Flex>
      ))}
    </Stack>
  );
};

interface Props {
  formId: string;
  /** Undefined for new content. */
  item: ContentItem | undefined;
  /** Content was added or changed. */
  onSaved: (item: ContentItem) => void;
  onFilesChanged: () => void;
  onClose: () => void;
}

const id = 'onboarding-content';
const discardQuestion = 'The content has not been saved. Your changes will be lost.';

/** Adds or changes a piece of content. Files can be added once it is saved. */
export const ContentDialog = ({ formId, item, onSaved, onFilesChanged, onClose }: Props) => {
  const [initial] = useState<ContentValues>({
    title: item?.title ?? '',
    url: item?.url ?? '',
    keyword: item?.keyword ?? '',
  });
  const form = useForm({
    initial,
    check: findProblems,
    save: async (values) => {
      const body = { ...values, ...(item ? { id: item.id } : {}) };
      return api('POST /api/onboarding/{formId}/content', { params: { formId }, body });
    },
    readSaved: ({ data: { title, url, keyword } }) => ({ title, url, keyword }),
    onSaved: ({ data, message }, intent) => {
      toast.success(message);
      onSaved(data);
      if (intent === 'close') onClose();
    },
    leaveQuestion: discardQuestion,
  });
  const close = async () => {
    if (!form.isDirty || (await confirmDiscard('content', discardQuestion))) onClose();
  };
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={item ? 'Edit Content' : 'Add New Content'}
      footer={
        <>
          <Button onClick={() => void close()}>{item && !form.isDirty ? 'Close' : 'Cancel'}</Button>
          <Button
            type="submit"
            form={id}
            value={item ? 'close' : 'stay'}
            variant="primary"
            loading={form.saving}
          >
            {item ? 'Save' : 'Save and add files'}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} aria-label="Content">
        <Stack gap="4" pb="2">
          <Fields />
          {item ? (
            <Files formId={formId} item={item} onChanged={onFilesChanged} />
          ) : (
            <Box>
              <Text textStyle="small" color="textMuted">
                Files can be added once the content is saved.
              </Text>
            </Box>
          )}
        </Stack>
      </Form>
    </Dialog>
  );
};
