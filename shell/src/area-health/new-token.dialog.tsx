import { api } from '@readerlens/auth';
import { deployTokenLimits } from '@readerlens/contract/area-deploys';
import { requiredMessage, secretOnceMessage, tooLongMessage } from '@readerlens/contract/messages';
import {
  Banner,
  Button,
  Dialog,
  Form,
  FormButtons,
  SelectField,
  Stack,
  TextField,
  confirm,
  styled,
  toast,
  useForm,
  useFormContext,
  useTextField,
} from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useRefreshTokens } from './deploy-tokens.queries.ts';

interface NewToken {
  area: string;
  name: string;
  days: string;
}

const initial: NewToken = { area: '', name: '', days: '365' };

const expiries = [
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
  { value: '', label: 'Never' },
];

const findProblems = ({ area, name }: NewToken) => ({
  area: /^[a-z][a-z0-9-]{0,39}$/.test(area.trim())
    ? undefined
    : 'Enter the id of an area, such as client-notes.',
  name:
    name.trim() === ''
      ? requiredMessage('Name')
      : name.length > deployTokenLimits.nameLength
        ? tooLongMessage('Name', deployTokenLimits.nameLength)
        : undefined,
});

const Code = styled('code', {
  base: { fontFamily: 'mono', overflowWrap: 'anywhere', userSelect: 'all', whiteSpace: 'pre-wrap' },
});

const ExpiryField = () => {
  const { values, change } = useFormContext<NewToken>();
  return (
    <SelectField
      label="Expires"
      options={expiries}
      value={values.days}
      onChange={({ currentTarget }) => change({ days: currentTarget.value })}
    />
  );
};

/** The field is for the id, because the first deploy of an area needs a token as well. */
const Fields = () => (
  <Stack gap="4" pb="2">
    <TextField
      label="Area"
      required
      autoComplete="off"
      hint="Its id. It may be an area that is not deployed yet."
      {...useTextField('area')}
    />
    <TextField
      label="Name"
      required
      autoComplete="off"
      hint="Where it is used, such as CI."
      {...useTextField('name')}
    />
    <ExpiryField />
  </Stack>
);

/** Copies a text. A failure is only logged: the text can be selected. */
const copyText = async (text: string, done: string) => {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch (error) {
    reportError(error);
  }
};

interface Created {
  area: string;
  secret: string;
}

const buildCommand = ({ secret }: Created) =>
  `READERLENS_DEPLOY_TOKEN=${secret} npx readerlens-area deploy . --shell ${location.origin}`;

const Secret = ({ created, onClose }: { created: Created; onClose: () => void }) => (
  <Dialog
    open
    role="alertdialog"
    title="Deploy token created"
    onClose={() => {
      void confirm({
        title: 'Have you copied the secret?',
        message: 'It cannot be shown again.',
        confirmLabel: 'I have copied it',
      }).then((isCopied) => isCopied && onClose());
    }}
    footer={
      <>
        <Button
          icon={<Copy size={15} aria-hidden="true" />}
          onClick={() => void copyText(buildCommand(created), 'Command copied')}
        >
          Copy command
        </Button>
        <Button
          variant="primary"
          icon={<Copy size={15} aria-hidden="true" />}
          onClick={() => void copyText(created.secret, 'Secret copied')}
        >
          Copy secret
        </Button>
      </>
    }
  >
    <Stack gap="4">
      <Banner tone="warning" shape="box" icon={<TriangleAlert size={16} aria-hidden="true" />}>
        {secretOnceMessage}
      </Banner>
      <FieldList>
        <FieldItem label="Secret">
          <Code>{created.secret}</Code>
        </FieldItem>
        <FieldItem label="Command, in the folder of the area">
          <Code>{buildCommand(created)}</Code>
        </FieldItem>
      </FieldList>
    </Stack>
  </Dialog>
);

const formId = 'new-deploy-token';

/** Creates a deploy token, then shows its secret once. */
export const NewTokenDialog = ({ onClose }: { onClose: () => void }) => {
  const [created, setCreated] = useState<Created>();
  const refresh = useRefreshTokens();
  const form = useForm({
    initial,
    check: findProblems,
    save: async ({ area, name, days }) => {
      const body = {
        area: area.trim(),
        name: name.trim(),
        ...(days === '' ? {} : { expiresInDays: Number(days) }),
      };
      const { data } = await api('POST /api/deploy-tokens', { body });
      return { area: data.token.area, secret: data.secret };
    },
    onSaved: (saved) => {
      setCreated(saved);
      void refresh();
    },
    once: true,
    leaveQuestion: null,
  });
  if (created) return <Secret created={created} onClose={onClose} />;
  return (
    <Dialog
      open
      title="Create deploy token"
      onClose={() => !form.saving && onClose()}
      footer={<FormButtons formId={formId} saving={form.saving} label="Create" onCancel={onClose} />}
    >
      <Form form={form} id={formId}>
        <Fields />
      </Form>
    </Dialog>
  );
};
