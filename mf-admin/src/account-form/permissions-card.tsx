import { useAccess } from '@readerlens/auth/react';
import { listNotificationLevels } from '@readerlens/contract/administration';
import { isStaff } from '@readerlens/contract/vocabulary';
import { Card, SelectField, Stack, Switch, useProblem } from '@readerlens/ui';
import type { ChangeEvent } from 'react';
import { useAccountContext } from './use-account-form.ts';

type SwitchName = 'viewNotifications' | 'enableApiAccess' | 'reviewActivities' | 'accessMarketingPerformance';

const AccountSwitch = ({ field, label }: { field: SwitchName; label: string }) => {
  const { values, change, mayChange } = useAccountContext();
  return (
    <Switch
      label={label}
      disabled={!mayChange(field)}
      checked={values[field]}
      onCheckedChange={(checked) => change({ [field]: checked })}
    />
  );
};

const NotificationLevel = () => {
  const { values, change, mayChange } = useAccountContext();
  const levels = listNotificationLevels(values.role);
  const { notificationClaimLevel: level } = values;
  // An older account may have a level that its role is not offered.
  const options = levels.includes(level) ? levels : [...levels, level];
  return (
    <SelectField
      label="Notification Claim Level"
      disabled={!mayChange('notificationClaimLevel')}
      error={useProblem('notificationClaimLevel')}
      options={options.map((value) => ({ value, label: value }))}
      value={level}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => {
        const chosen = options.find((one) => one === event.target.value);
        if (chosen) change({ notificationClaimLevel: chosen });
      }}
    />
  );
};

/** What the account may do besides searching. The API and the review are settings of administrators. */
export const PermissionsCard = () => {
  const { values } = useAccountContext();
  const isAdmin = useAccess({ role: 'Admin' });
  return (
    <Card title="Permissions">
      <Stack gap="4" align="flex-start">
        <NotificationLevel />
        <AccountSwitch field="viewNotifications" label="Enable Notification Dashboard" />
        <AccountSwitch field="accessMarketingPerformance" label="Enable Marketing Performance" />
        {isAdmin && <AccountSwitch field="enableApiAccess" label="Enable API" />}
        {isAdmin && isStaff(values.role) && (
          <AccountSwitch field="reviewActivities" label="Enable Review Activities" />
        )}
      </Stack>
    </Card>
  );
};
