import { clientsPerUser, nameLength } from '@readerlens/contract/administration';
import type { AccountField } from '@readerlens/contract/administration';
import { analystTagsMessage } from '@readerlens/contract/administration/messages';
import { rangeMessage, requiredMessage } from '@readerlens/contract/messages';
import { isStaff, lineProblem } from '@readerlens/contract/vocabulary';
import { emailText, requiredText } from '@readerlens/ui';
import { array, object } from 'yup';
import type { TestContext } from 'yup';
import { differingFields } from './account-values.ts';
import type { AccountValues } from './account-values.ts';

const nameText = (label: string) =>
  requiredText(label).test('line', (value, context) => {
    const message = lineProblem(value, { label, required: requiredMessage(label), max: nameLength });
    return message === undefined || context.createError({ message });
  });

/**
 * The rules of the form, as on the server. Of an existing account (`initial`), a list is only checked if a change can
 * break its rule: an older account need not follow a newer rule.
 */
export const accountSchema = (initial?: AccountValues) => {
  const valuesIn = ({ parent }: TestContext) => parent as AccountValues;
  const isChecked = (context: TestContext, causes: readonly AccountField[]) =>
    initial === undefined ||
    differingFields(initial, valuesIn(context)).some((field) => causes.includes(field));
  return object({
    firstName: nameText('First Name'),
    lastName: nameText('Last Name'),
    email: emailText(initial?.email),
    companies: array().test('clients', requiredMessage('Clients'), (value, context) => {
      const { role } = valuesIn(context);
      const count = value?.length ?? 0;
      if (isStaff(role) || !isChecked(context, ['companies', 'role'])) return true;
      if (count > clientsPerUser)
        return context.createError({ message: rangeMessage('Companies', 1, clientsPerUser) });
      return count > 0;
    }),
    analystTags: array().test('tags', analystTagsMessage, (value, context) => {
      const { role, activityFields } = valuesIn(context);
      const causes = ['analystTags', 'activityFields', 'companies', 'role'] as const;
      if (isStaff(role) || !activityFields.includes('AnalystTags') || !isChecked(context, causes))
        return true;
      return (value?.length ?? 0) > 0;
    }),
  });
};
