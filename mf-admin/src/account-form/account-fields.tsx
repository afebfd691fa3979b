import { ActionBar, Button, Form, Grid, Span, Stack } from '@readerlens/ui';
import { Check } from 'lucide-react';
import type { FocusEvent, ReactNode } from 'react';
import { AccountInformation } from './account-information.tsx';
import { AreaPermissionsCard } from './area-permissions-card.tsx';
import { ClientSettings } from './client-settings.tsx';
import { FilterAccess } from './filter-access.tsx';
import { PermissionsCard } from './permissions-card.tsx';
import type { AccountForm } from './use-account-form.ts';

interface FrameProps {
  form: AccountForm;
  /** Names the form. */
  label: string;
  /** Nothing can be changed. */
  readOnly?: boolean;
  /** The changes have just been saved. */
  isSaved?: boolean;
  /** Beside Save and Reset. */
  actions?: ReactNode;
  /** Above the buttons. */
  notice?: ReactNode;
}

const SavedFlag = ({ isUp }: { isUp: boolean }) => (
  <Span
    role="status"
    display="inline-flex"
    alignItems="center"
    gap="1.5"
    color="positive"
    fontWeight="medium"
  >
    {isUp && (
      <>
        <Check size={16} aria-hidden="true" />
        Saved
      </>
    )}
  </Span>
);

/** A form with Save and Reset below its fields. */
export const AccountFormFrame = (props: FrameProps & { children: ReactNode }) => {
  const { form, label, readOnly = false, isSaved = false, actions, notice, children } = props;
  const { reset, saving, isDirty } = form;
  return (
    <Form form={form} aria-label={label}>
      <Stack gap="5">
        {children}
        {notice}
        <ActionBar follows aria-label="Changes">
          <Button type="submit" variant="primary" disabled={readOnly} loading={saving}>
            Save
          </Button>
          {!readOnly && (
            <Button onClick={() => reset()} disabled={saving || !isDirty}>
              Reset
            </Button>
          )}
          {actions}
          <SavedFlag isUp={isSaved} />
        </ActionBar>
      </Stack>
    </Form>
  );
};

interface FieldsProps extends FrameProps {
  onLeaveEmail?: (event: FocusEvent) => void;
  /** Below the permissions. */
  aside?: ReactNode;
}

/** All fields of an account in sections. */
export const AccountFields = ({ onLeaveEmail, aside, ...frame }: FieldsProps) => (
  <AccountFormFrame {...frame}>
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
      gap="5"
      alignItems="start"
    >
      <Stack gap="5">
        <AccountInformation {...(onLeaveEmail ? { onLeaveEmail } : {})} />
        <ClientSettings />
      </Stack>
      <Stack gap="5">
        <PermissionsCard />
        <AreaPermissionsCard />
        {aside}
      </Stack>
    </Grid>
    <FilterAccess />
  </AccountFormFrame>
);
