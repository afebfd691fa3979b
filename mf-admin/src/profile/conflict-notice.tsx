import { accountFieldNames } from '@readerlens/contract/administration';
import type { AccountField } from '@readerlens/contract/administration';
import { roleLabels } from '@readerlens/contract/vocabulary';
import { Button, Card, Flex, Text } from '@readerlens/ui';
import { FieldItem, FieldList, countText } from '@readerlens/ui/parts';
import { differingFields } from '../account-form/account-values.ts';
import type { AccountValues } from '../account-form/account-values.ts';
import type { ExistingAccount } from './use-existing-account.ts';

const formatField = (field: AccountField, values: AccountValues): string => {
  if (field === 'role') return roleLabels[values.role];
  if (field === 'companies' || field === 'communities')
    return values[field].map(({ name }) => name).join(', ') || 'None';
  if (field === 'activityFields') return countText(values.activityFields.length, 'filter');
  if (field === 'analystTags') return countText(values.analystTags.length, 'tag');
  if (field === 'areaClaims') return countText(values.areaClaims.length, 'permission');
  const value = values[field];
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return value;
};

/** What someone else changed since the form was loaded, and whose values to continue with. */
export const ConflictNotice = ({ account }: { account: ExistingAccount }) => {
  const { conflict, form } = account;
  const { stored, values } = form;
  if (!conflict || !stored) return null;
  const { message, theirs, takeTheirs, keepMine } = conflict;
  const mine = differingFields(stored, values);
  return (
    <Card role="alert" title="This account has changed" subtitle={message} borderColor="warning">
      <FieldList>
        {differingFields(stored, theirs).map((field) => (
          <FieldItem key={field} label={accountFieldNames[field]}>
            {formatField(field, theirs)}
            {mine.includes(field) && (
              <Text textStyle="small" color="textMuted">
                {`Yours: ${formatField(field, values)}`}
              </Text>
            )}
          </FieldItem>
        ))}
      </FieldList>
      <Flex mt="4" gap="2" wrap="wrap">
        <Button variant="primary" onClick={keepMine}>
          Load their changes, keep mine
        </Button>
        <Button onClick={takeTheirs}>Discard my changes</Button>
      </Flex>
    </Card>
  );
};
