import { ApiError, api, apiBase } from '@readerlens/auth';
import { useSession } from '@readerlens/auth/react';
import { secretOnceMessage, secretRefusedMessage } from '@readerlens/contract/messages';
import {
  Banner,
  Button,
  Card,
  Flex,
  Stack,
  Text,
  confirm,
  styled,
  toast,
  useOneAtATime,
} from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { Copy, KeyRound, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '../person/account.queries.ts';
import { useMayDo } from '../person/use-account-actions.ts';

const Code = styled('code', { base: { fontFamily: 'mono', overflowWrap: 'anywhere', userSelect: 'all' } });

const failed = 'The secret could not be generated.';

/** Copies the secret. A failure is only logged: the secret can be selected. */
const copy = async (secret: string) => {
  try {
    await navigator.clipboard.writeText(secret);
    toast.success('Secret copied');
  } catch (error) {
    reportError(error);
  }
};

/** The secret is kept in this component only, so that it is lost with the page. */
const useSecret = (apiClientId: string) => {
  const [secret, setSecret] = useState<string>();
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
      } catch (error) {
        toast.error(error instanceof ApiError && error.status < 500 ? `${failed} ${error.message}` : failed);
      }
      setBusy(false);
    }
    done();
  };
  return { secret, busy, start: () => begin(() => void generate()) };
};

const ApiSecret = ({ apiClientId }: { apiClientId: string }) => {
  const { secret, busy, start } = useSecret(apiClientId);
  return (
    <Stack gap="4" aria-live="polite">
      {secret !== undefined && (
        <>
          <Banner tone="warning" shape="box" icon={<TriangleAlert size={16} aria-hidden="true" />}>
            {secretOnceMessage}
          </Banner>
          <FieldList>
            <FieldItem label="Secret">
              <Code>{secret}</Code>
            </FieldItem>
          </FieldList>
        </>
      )}
      <Flex gap="2" wrap="wrap">
        {secret !== undefined && (
          <Button icon={<Copy size={15} aria-hidden="true" />} onClick={() => void copy(secret)}>
            Copy secret
          </Button>
        )}
        <Button icon={<KeyRound size={15} aria-hidden="true" />} loading={busy} onClick={start}>
          Generate Secret
        </Button>
      </Flex>
    </Stack>
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
          <FieldItem label="Base Address">{apiBase() || location.origin}</FieldItem>
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
