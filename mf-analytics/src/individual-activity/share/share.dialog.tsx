import {
  Box,
  Button,
  Dialog,
  Flex,
  FormProvider,
  Span,
  Switch,
  Tabs,
  Text,
  TextField,
  confirmDiscard,
  explainFailure,
  toast,
  useForm,
  useFormContext,
  useProblem,
  useTextField,
} from '@readerlens/ui';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Viewer } from '@readerlens/auth/react';
import { MailPreview } from './mail-preview.tsx';
import { RecipientRows } from './recipient-rows.tsx';
import { RichTextEditor } from '@readerlens/ui/rich-text';
import { emptyForm, findShareProblems, hasSameInput, maxSubjectLength } from './share-form.ts';
import type { ShareForm } from './share-form.ts';
import { sendShare } from './share.queries.ts';

const Attachments = () => {
  const { values, change } = useFormContext<ShareForm>();
  return (
    <Flex role="group" aria-label="Attachments" wrap="wrap" columnGap="6" rowGap="2">
      <Switch
        label="Attach Excel report"
        checked={values.excel}
        onCheckedChange={(excel) => change({ excel })}
      />
      <Switch label="Attach PDF report" checked={values.pdf} onCheckedChange={(pdf) => change({ pdf })} />
    </Flex>
  );
};

const Label = ({ children }: { children: string }) => (
  <Span display="block" mb="1.5" fontWeight="medium" textStyle="small">
    {children}
  </Span>
);

const Subject = () => (
  <TextField label="Subject" required maxLength={maxSubjectLength} {...useTextField('subject', 'always')} />
);

const Write = () => {
  const { values, change } = useFormContext<ShareForm>();
  const tooLong = useProblem('body', 'always');
  return (
    <Box display="grid" gap="4" pb="2">
      <div>
        <Label>Recipients</Label>
        <RecipientRows />
      </div>
      <Subject />
      <div>
        <Label>Message</Label>
        <RichTextEditor label="Message" initial={values.body} onChange={(body) => change({ body })} />
        {tooLong && (
          <Text role="alert" mt="1.5" textStyle="caption" color="negative">
            {tooLong}
          </Text>
        )}
      </div>
      <Attachments />
    </Box>
  );
};

const discardQuestion = 'The email has not been sent. Your changes will be lost.';

/** The form calls the addresses recipients. */
const renamePath = (path: string) => path.replace(/^\/?addresses/, 'recipients');

interface Props {
  /** The activity's qualified id. */
  id: string;
  /** Title of the activity, used as the initial subject. */
  title: string;
  viewer: Viewer;
  onClose: () => void;
}

/** Writes, previews and sends a mail about an activity. */
export const ShareDialog = ({ id, title, viewer, onClose }: Props) => {
  const [initial] = useState(() => emptyForm(title));
  const [tab, setTab] = useState('write');
  const form = useForm({
    initial,
    check: findShareProblems,
    save: (values) => sendShare(id, values),
    onSaved: ({ message }) => {
      toast.success(message);
      onClose();
    },
    onRefused: (error) => void toast.error(explainFailure(error)),
    isSame: hasSameInput,
    once: true,
    showProblems: 'left',
    renamePath,
    leaveQuestion: discardQuestion,
  });
  const { saving, isValid, isDirty, messages } = form;
  const close = async () => {
    if (saving) return;
    if (!isDirty || (await confirmDiscard('email', discardQuestion))) onClose();
  };
  return (
    <Dialog
      open
      onClose={() => void close()}
      size="lg"
      title="Share activity"
      description={viewer.blinded ? 'Blinded Mode is on: the email shows pseudonyms.' : undefined}
      footer={
        <>
          {messages.length > 0 && (
            <Text flex="1" alignSelf="center" color="negative" textStyle="small">
              {messages.join(' ')}
            </Text>
          )}
          <Button disabled={saving} onClick={() => void close()}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon={<Send size={15} aria-hidden="true" />}
            disabled={!isValid}
            loading={saving}
            onClick={() => form.submit()}
          >
            {saving ? 'Sending' : 'Send'}
          </Button>
        </>
      }
    >
      <FormProvider form={form}>
        <Tabs
          label="Mail"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'write', label: 'Write', content: <Write /> },
            {
              value: 'preview',
              label: 'Preview',
              disabled: !isValid,
              content: tab === 'preview' && <MailPreview id={id} form={form.values} viewer={viewer} />,
            },
          ]}
        />
      </FormProvider>
    </Dialog>
  );
};
