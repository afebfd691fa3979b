import {
  Box,
  Button,
  Dialog,
  Flex,
  Span,
  Switch,
  Tabs,
  Text,
  TextField,
  confirm,
  useLeaveGuard,
} from '@readerlens/ui';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Viewer } from '@readerlens/auth/react';
import { MailPreview } from './mail-preview.tsx';
import { RecipientRows } from './recipient-rows.tsx';
import { RichTextEditor } from '@readerlens/ui/rich-text';
import {
  bodyProblem,
  emptyForm,
  isValid,
  hasUserInput,
  maxSubjectLength,
  subjectProblem,
} from './share-form.ts';
import type { ShareForm } from './share-form.ts';
import { useShare } from './share.queries.ts';

interface FormProps {
  form: ShareForm;
  onChange: (form: ShareForm) => void;
}

const Attachments = ({ form, onChange }: FormProps) => (
  <Flex role="group" aria-label="Attachments" wrap="wrap" columnGap="6" rowGap="2">
    <Switch
      label="Attach Excel report"
      checked={form.excel}
      onCheckedChange={(excel) => onChange({ ...form, excel })}
    />
    <Switch
      label="Attach PDF report"
      checked={form.pdf}
      onCheckedChange={(pdf) => onChange({ ...form, pdf })}
    />
  </Flex>
);

const Label = ({ children }: { children: string }) => (
  <Span display="block" mb="1.5" fontWeight="medium" textStyle="small">
    {children}
  </Span>
);

const Write = ({ form, onChange }: FormProps) => {
  const tooLong = bodyProblem(form);
  return (
    <Box display="grid" gap="4" pb="2">
      <div>
        <Label>Recipients</Label>
        <RecipientRows form={form} onChange={onChange} />
      </div>
      <TextField
        label="Subject"
        required
        maxLength={maxSubjectLength}
        value={form.subject}
        error={subjectProblem(form)}
        onChange={({ currentTarget }) => onChange({ ...form, subject: currentTarget.value })}
      />
      <div>
        <Label>Message</Label>
        <RichTextEditor
          label="Message"
          initial={form.body}
          onChange={(body) => onChange({ ...form, body })}
        />
        {tooLong && (
          <Text role="alert" mt="1.5" textStyle="caption" color="negative">
            {tooLong}
          </Text>
        )}
      </div>
      <Attachments form={form} onChange={onChange} />
    </Box>
  );
};

const discardQuestion = 'The email has not been sent. Your changes will be lost.';

const mayDiscard = () =>
  confirm({
    title: 'Discard this email?',
    message: discardQuestion,
    confirmLabel: 'Discard',
    cancelLabel: 'Keep writing',
    danger: true,
  });

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
  const [form, setForm] = useState(initial);
  const [tab, setTab] = useState('write');
  const share = useShare(id, onClose);
  const edited = hasUserInput(form, initial);
  useLeaveGuard(edited && !share.isSuccess ? discardQuestion : undefined);
  const close = async () => {
    if (share.isPending) return;
    if (!edited || (await mayDiscard())) onClose();
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
          {share.error && (
            <Text flex="1" alignSelf="center" color="negative" textStyle="small">
              {share.error.message}
            </Text>
          )}
          <Button disabled={share.isPending} onClick={() => void close()}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon={<Send size={15} aria-hidden="true" />}
            disabled={!isValid(form)}
            loading={share.isPending}
            onClick={() => share.send(form)}
          >
            {share.isPending ? 'Sending' : 'Send'}
          </Button>
        </>
      }
    >
      <Tabs
        label="Mail"
        value={tab}
        onChange={setTab}
        items={[
          { value: 'write', label: 'Write', content: <Write form={form} onChange={setForm} /> },
          {
            value: 'preview',
            label: 'Preview',
            disabled: !isValid(form),
            content: tab === 'preview' && <MailPreview id={id} form={form} viewer={viewer} />,
          },
        ]}
      />
    </Dialog>
  );
};
