import type { DeployToken } from '@readerlens/contract';
import { Badge, Button, Card, ErrorState, RowList, Skeleton, confirm, toast } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { deployTokensQuery, useRevokeToken } from './deploy-tokens.queries.ts';
import { NewTokenDialog } from './new-token.dialog.tsx';
import { showTime } from './version-columns.tsx';

const showDay = (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

const hasExpired = ({ expiresAt }: DeployToken) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

const State = ({ token }: { token: DeployToken }) => {
  if (token.revokedAt) return <Badge>Revoked</Badge>;
  if (hasExpired(token)) return <Badge tone="warning">Expired</Badge>;
  return <Badge tone="positive">Active</Badge>;
};

const Revoke = ({ token }: { token: DeployToken }) => {
  const { mutateAsync, isPending } = useRevokeToken();
  const revoke = async () => {
    const isConfirmed = await confirm({
      title: `Revoke the deploy token ${token.name}?`,
      message: `Deploys of ${token.area} with it are refused at once. This cannot be undone.`,
      confirmLabel: 'Revoke',
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await mutateAsync(token.id);
      toast.success('Deploy token revoked');
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  if (token.revokedAt) return null;
  return (
    <Button
      size="sm"
      aria-label={`Revoke ${token.name} of ${token.area}`}
      loading={isPending}
      onClick={() => void revoke()}
    >
      Revoke
    </Button>
  );
};

const columns: readonly TableColumn<DeployToken>[] = [
  { id: 'area', header: 'Area', cell: ({ area }) => area },
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'state', header: 'State', cell: (token) => <State token={token} /> },
  {
    id: 'created',
    header: 'Created',
    cell: ({ createdAt, createdBy }) => `${showDay(createdAt)} by ${createdBy}`,
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? showTime(lastUsedAt) : 'Never'),
  },
  { id: 'expires', header: 'Expires', cell: ({ expiresAt }) => (expiresAt ? showDay(expiresAt) : 'Never') },
  { id: 'revoke', header: 'Actions', cell: (token) => <Revoke token={token} /> },
];

const Tokens = () => {
  const { data, error, refetch } = useQuery(deployTokensQuery);
  if (data)
    return (
      <RowList
        caption="Deploy tokens"
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        empty="No deploy tokens. With one, a team deploys its area without access to the store."
      />
    );
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return <Skeleton height="120px" />;
};

/** The tokens that let teams deploy one area each, for system administrators. */
export const DeployTokensCard = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="Deploy tokens"
      subtitle="Each lets a team deploy one area through this product."
      actions={
        <Button icon={<KeyRound size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
          Create token
        </Button>
      }
    >
      <Tokens />
      {isOpen && <NewTokenDialog onClose={() => setOpen(false)} />}
    </Card>
  );
};
