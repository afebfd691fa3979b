import { api, impersonationFailure, startImpersonation } from '@readerlens/auth';
import { useSession } from '@readerlens/auth/react';
import { mayDo } from '@readerlens/contract/administration';
import { impersonateLabel, impersonateMessage } from '@readerlens/contract/session/messages';
import { Button, Dialog, MultiSelect, Stack, TextAreaField, toast } from '@readerlens/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

interface Candidate {
  id: string;
  name: string;
  note: string;
}

const useCandidates = () => {
  const claims = useSession((state) => state.claims);
  return async (query: string, signal: AbortSignal): Promise<Candidate[]> => {
    const { data } = await api('GET /api/users/lookups', { query: { query } }, { signal });
    return (
      data
        // Only for the offer: the server enforces the rule.
        .filter(
          ({ userId, role }) =>
            claims && mayDo('impersonate', { id: claims.sub, role: claims.role }, { id: userId, role }),
        )
        .map((user) => ({ id: user.userId, name: user.displayText, note: user.role }))
    );
  };
};

/** Chooses the user to impersonate, with an optional reason. */
export const LogInAsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [chosen, setChosen] = useState<readonly Candidate[]>([]);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const loadOptions = useCandidates();
  const target = chosen[0];
  const start = async () => {
    if (!target) return;
    setBusy(true);
    try {
      // Synchronous: the old page would request its clients as the other user, who may not see them.
      const leave = () => void navigate('/', { flushSync: true });
      await startImpersonation(target.id, reason.trim() || undefined, leave);
      onClose();
    } catch (error) {
      toast.error(impersonationFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Log in as another user"
      description={impersonateMessage}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!target} loading={busy} onClick={() => void start()}>
            {impersonateLabel}
          </Button>
        </>
      }
    >
      <Stack gap="4" mt="4">
        <MultiSelect
          label="User"
          placeholder="Name or email"
          single
          required
          value={chosen}
          onChange={setChosen}
          loadOptions={loadOptions}
        />
        <TextAreaField
          label="Reason"
          hint="Optional; kept in the audit log."
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event: { target: { value: string } }) => setReason(event.target.value)}
        />
      </Stack>
    </Dialog>
  );
};
