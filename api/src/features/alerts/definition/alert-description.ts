import type { AlertDescription } from '@readerlens/contract';
import { shownTexts } from '../../../core/blinding/written-texts.ts';
import { filtersInWords } from '../../../core/searches/filters-in-words.ts';
import { createShownModels } from '../../../core/searches/shown-model.ts';
import type { Session } from '../../../core/people/session.ts';
import type { Services } from '../../../core/services.ts';
import { isEditable, readableAlert } from './alert-access.ts';
import { ruleOf, scheduleOf } from './alert-definition.ts';
import { ruleInWords, scheduleInWords } from '../rules/alert-words.ts';
import { disabledText } from './disabled-reasons.ts';

/** The parameters of an alert in words, for people who manage or receive it. */
export const describeAlert = async (
  services: Services,
  id: string,
  session: Session,
): Promise<AlertDescription> => {
  const known = await readableAlert(services, id, session);
  const { alert, reasons } = known;
  const [[model], catalogue] = await Promise.all([
    createShownModels(services)([alert], session),
    services.catalogue(),
  ]);
  const rule = ruleOf(alert);
  return {
    name: shownTexts('Alert', alert.id, alert, session).name,
    schedule: scheduleInWords(scheduleOf(alert), alert.time_zone),
    rule: rule ? ruleInWords(rule) : '',
    filters: model ? filtersInWords(model, catalogue, session) : [],
    editable: isEditable(known, session),
    disabled: reasons !== 0,
    disabledReason: disabledText(reasons, session.notificationLevel),
  };
};
