import { ApiError, api, apiBase } from '@readerlens/auth';
import { useSession } from '@readerlens/auth/react';
import { secretOnceMessage, secretRefusedMessage } from '@readerlens/contract/messages';
import {
  Banner,
  Button,
  Card,
  Dialog,
  Flex,
  Stack,
  Text,
  confirm,
  styled,
  toast,
  useOneAtATime,
} from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { Copy, KeyRound, Terminal, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '../person/account.queries.ts';
import { useMayDo } from '../person/use-account-actions.ts';

const Code = styled('code', { base: { fontFamily: 'mono', overflowWrap: 'anywhere', userSelect: 'all' } });

const failed = 'The secret could not be generated.';

/** Copies a text. A failure is only logged: the text can be selected. */
const copy = async (text: string, copied: string) => {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch (error) {
    reportError(error);
  }
};

const baseAddress = () => apiBase() || location.origin;

/** Asks for an access token, as the documentation of the API does. */
const tokenCommand = (apiClientId: string, secret: string) =>
  `curl -sS --fail-with-body '${baseAddress()}/api/token' -u '${apiClientId}:${secret}' -d grant_type=client_credentials`;

/** The secret is kept in this component only, so that it is lost with the page. */
const useSecret = (apiClientId: string) => {
  const [secret, setSecret] = useState<string>();
  const [isShown, show] = useState(false);
  const [busy, setBusy] = useState(false);
  const { begin, done } = useOneAtATime();
  const generate = async () => {
    const confirmed = await confirm({
      title: 'Are you sure you want to generate a new secret?',
      message: 'The former secret and the access tokens made with it stop working at once.',
      confirmLabel: 'Generate Secret',
      danger: true,
    });
    if (confirmed) {
      setBusy(true);
      try {
        setSecret((await api('GET /api/secret/{apiClientId}', { params: { apiClientId } })).data.secret);
        show(true);
      } catch (error) {
        toast.error(error instanceof ApiError && error.status < 500 ? `${failed} ${error.message}` : failed);
      }
      setBusy(false);
    }
    done();
  };
  return { secret, busy, isShown, show, start: () => begin(() => void generate()) };
};

interface SecretDialogProps {
  apiClientId: string;
  secret: string;
  onClose: () => void;
}

/** A new secret, and a command that shows that it works. */
const SecretDialog = ({ apiClientId, secret, onClose }: SecretDialogProps) => {
  const command = tokenCommand(apiClientId, secret);
  return (
    <Dialog open onClose={onClose} title="New API secret">
      <Stack gap="4" pb="4">
        <Banner tone="warning" shape="box" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          {secretOnceMessage}
        </Banner>
        <FieldList>
          <FieldItem label="Secret">
            <Code>{secret}</Code>
          </FieldItem>
          <FieldItem label="Try it">
            <Code>{command}</Code>
          </FieldItem>
        </FieldList>
        <Flex gap="2" wrap="wrap">
          <Button
            variant="primary"
            icon={<Copy size={15} aria-hidden="true" />}
            onClick={() => void copy(secret, 'Secret copied')}
          >
            Copy secret
          </Button>
          <Button
            icon={<Terminal size={15} aria-hidden="true" />}
            onClick={() => void copy(command, 'Command copied')}
          >
            Copy command
          </Button>
        </Flex>
      </Stack>
    </Dialog>
  );
};

const ApiSecret = ({ apiClientId }: { apiClientId: string }) => {
  const { secret, busy, start, isShown, show } = useSecret(apiClientId);
  return (
    <Flex gap="2" wrap="wrap">
      {secret !== undefined && <Button onClick={() => show(true)}>Show secret</Button>}
      <Button icon={<KeyRound size={15} aria-hidden="true" />} loading={busy} onClick={start}>
        Generate Secret
      </Button>
      {secret !== undefined && isShown && (
        <SecretDialog {...{ apiClientId, secret }} onClose={() => show(false)} />
      )}
    </Flex>
  );
};

/** The credentials of programs, for the owner and for administrators while API access is enabled. */
export const ApiDetails = ({ account }: { account: Account }) => {
  const may = useMayDo();
  const impersonating = useSession((state) => state.originalAdminToken !== null);
  const { enableApiAccess, apiClientId } = account;
  if (!enableApiAccess || apiClientId === null || !may('generateSecret', account)) return null;
  return (
    <Card title="API details">
      <Stack gap="4">
        <FieldList>
          <FieldItem label="Base Address">{baseAddress()}</FieldItem>
          <FieldItem label="Client Id">
            <Code>{apiClientId}</Code>
          </FieldItem>
        </FieldList>
        {impersonating ? (
          <Text color="textMuted">{secretRefusedMessage}</Text>
        ) : (
          <ApiSecret key={apiClientId} apiClientId={apiClientId} />
        )}
      </Stack>
    </Card>
  );
};
