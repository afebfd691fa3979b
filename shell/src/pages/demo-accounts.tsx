import { Avatar, Box, Button, Text } from '@readerlens/ui';
import type { ShellConfig } from '../config.ts';

type Accounts = NonNullable<ShellConfig['demoAccounts']>;

const labels: Record<string, string> = { SystemAdmin: 'System admin' };

interface Props {
  accounts: Accounts;
  onChoose: (credentials: { email: string; password: string }) => void;
}

/** Fills in the form with a demo account; the user still has to log in. */
export const DemoAccounts = ({ accounts, onChoose }: Props) => (
  <Box borderWidth="1px" borderStyle="dashed" borderColor="borderStrong" borderRadius="lg" p="3.5">
    <Text textStyle="small" color="textMuted" mb="2.5">
      This is a demo. Fill in an account:
    </Text>
    <Box display="flex" flexWrap="wrap" gap="2">
      {accounts.map(({ email, password, role }) => (
        <Button
          key={email}
          size="sm"
          title={email}
          icon={<Avatar name={labels[role] ?? role} role={role} size={16} />}
          onClick={() => onChoose({ email, password })}
        >
          {labels[role] ?? role}
        </Button>
      ))}
    </Box>
  </Box>
);
