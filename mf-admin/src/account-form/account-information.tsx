import { isStaff, roleLabels } from '@readerlens/contract/vocabulary';
import type { Role } from '@readerlens/contract/vocabulary';
import { Card, Grid, SelectField, TextField } from '@readerlens/ui';
import type { ChangeEvent, FocusEvent } from 'react';
import { withRole } from './account-values.ts';
import { useForm } from './use-account-form.ts';

interface TextProps {
  field: 'firstName' | 'lastName' | 'email';
  label: string;
  type?: string;
  onLeave?: (event: FocusEvent) => void;
}

const AccountText = ({ field, label, type = 'text', onLeave }: TextProps) => {
  const { values, change, touch, problemOf, mayChange } = useForm();
  return (
    <TextField
      label={label}
      type={type}
      required={mayChange(field)}
      autoComplete="off"
      disabled={!mayChange(field)}
      error={problemOf(field)}
      value={values[field]}
      onChange={(event: ChangeEvent<HTMLInputElement>) => change({ [field]: event.target.value })}
      onBlur={(event: FocusEvent) => {
        touch(field);
        onLeave?.(event);
      }}
    />
  );
};

const RoleField = () => {
  const { values, change, problemOf, mayChange, roles, stored } = useForm();
  const current = stored?.role ?? values.role;
  // A role that is not offered, such as Premium, can be kept.
  const offered = roles.length === 0 || roles.includes(current) ? roles : [...roles, current];
  const options = roles.length === 0 ? [current] : offered;
  return (
    <SelectField
      label="Role"
      disabled={roles.length === 0}
      // Without the field of the clients, a role that needs clients is the problem.
      error={problemOf('role') ?? (mayChange('companies') ? undefined : problemOf('companies'))}
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
