import { isStaff, roleLabels } from '@readerlens/contract/vocabulary';
import type { Role } from '@readerlens/contract/vocabulary';
import { Card, Grid, SelectField, TextField, useProblem, useTextField } from '@readerlens/ui';
import type { ChangeEvent, FocusEvent } from 'react';
import { withRole } from './account-values.ts';
import { useAccountContext } from './use-account-form.ts';

interface TextProps {
  field: 'firstName' | 'lastName' | 'email';
  label: string;
  type?: string;
  onLeave?: (event: FocusEvent) => void;
}

const AccountText = ({ field, label, type = 'text', onLeave }: TextProps) => {
  const { mayChange } = useAccountContext();
  const input = useTextField(field);
  return (
    <TextField
      label={label}
      type={type}
      required={mayChange(field)}
      autoComplete="off"
      disabled={!mayChange(field)}
      {...input}
      onBlur={(event: FocusEvent) => {
        input.onBlur();
        onLeave?.(event);
      }}
    />
  );
};

const RoleField = () => {
  const { values, change, mayChange, roles, stored } = useAccountContext();
  const problem = useProblem('role');
  // Without the field of the clients, a role that needs clients is the problem.
  const clientsProblem = useProblem(mayChange('companies') ? undefined : 'companies');
  const current = stored?.role ?? values.role;
  // A role that is not offered, such as Premium, can be kept.
  const offered = roles.length === 0 || roles.includes(current) ? roles : [...roles, current];
  const options = roles.length === 0 ? [current] : offered;
  return (
    <SelectField
      label="Role"
      disabled={roles.length === 0}
      error={problem ?? clientsProblem}
      options={options.map((role) => ({ value: role, label: roleLabels[role] }))}
      value={values.role}
      hint={
        isStaff(values.role) && values.companies.length > 0
          ? 'The clients are removed when you save: staff see all clients'
          : undefined
      }
      onChange={(event: ChangeEvent<HTMLSelectElement>) => {
        const role = options.find((one) => one === event.target.value);
        if (role) change(withRole(values, role satisfies Role));
      }}
    />
  );
};

/** Name, e-mail and role. `onLeaveEmail` is called when the focus leaves the e-mail. */
export const AccountInformation = ({ onLeaveEmail }: { onLeaveEmail?: (event: FocusEvent) => void }) => (
  <Card title="Account information">
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
      gap="4"
      alignItems="start"
    >
      <AccountText field="firstName" label="First Name" />
      <AccountText field="lastName" label="Last Name" />
      <AccountText
        field="email"
        label="Email"
        type="email"
        {...(onLeaveEmail ? { onLeave: onLeaveEmail } : {})}
      />
      <RoleField />
    </Grid>
  </Card>
);
