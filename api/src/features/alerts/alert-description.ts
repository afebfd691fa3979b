import type { AlertDescription } from '@readerlens/contract';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { isMaskedField } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { maskedText } from '../../core/blinding/pseudonyms.ts';
import { createShownModels } from '../../core/searches/shown-model.ts';
import type { Session } from '../../core/people/session.ts';
import type { Services } from '../../core/services.ts';
import { isEditable, readableAlert } from './alert-access.ts';
import { ruleOf, scheduleOf } from './alert-definition.ts';
import { createAlertMasks } from './alert-view.ts';
import { ruleInWords, scheduleInWords } from './alert-words.ts';
import { disabledText } from './disabled-reasons.ts';

/** 'NotContains' becomes 'not contains'. */
const words = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

const operationOf = (filter: Filter): string => {
  if (filter.$type === 'Terms') return filter.op === 'NotContains' ? 'is none of' : 'is any of';
  return 'op' in filter ? words(filter.op) : 'is';
};

const valueOf = (filter: Filter): string => {
  switch (filter.$type) {
    case 'Terms':
      return [
        ...filter.value.map(({ id, name = id }) => name),
        ...(filter.allowNA ? ['not available'] : []),
      ].join(', ');
    case 'Text':
      return filter.value.split('\n').join(' or ');
    case 'Media':
      return filter.value.join(', ');
    case 'Bool':
    case 'Exists':
      return filter.value ? 'Yes' : 'No';
    case 'Numeric':
      return filter.value?.toLocaleString('en-US') ?? '';
    case 'DateRange':
    case 'RelativeDateRange':
      return '';
  }
};

/** The parameters of an alert in words, for people who manage or receive it. */
export const describeAlert = async (
  services: Services,
  id: string,
  session: Session,
): Promise<AlertDescription> => {
  const known = await readableAlert(services, id, session);
  const { alert, reasons } = known;
  const [masks, [model], catalogue] = await Promise.all([
    createAlertMasks(services, session),
    createShownModels(services)([alert], session),
    services.catalogue(),
  ]);
  const rule = ruleOf(alert);
  const types = (model?.indices ?? []).map((type) => activityTypeLabel[type]).join(', ');
  const filters = (model?.filters ?? []).flatMap((filter) => {
    const definition = catalogue.find(filter.field);
    if (!definition) return [];
    const isHidden = session.blinded && filter.$type === 'Text' && isMaskedField(definition);
    const value = isHidden ? maskedText : valueOf(filter);
    return [{ name: definition.label, operation: operationOf(filter), value }];
  });
  return {
    name: masks(alert)(alert.name),
    schedule: scheduleInWords(scheduleOf(alert), alert.time_zone),
    rule: rule ? ruleInWords(rule) : '',
    filters: [
      ...(types ? [{ name: 'Activity Types', operation: 'is any of', value: types }] : []),
      ...filters,
    ],
    editable: isEditable(known, session),
    disabled: reasons !== 0,
    disabledReason: disabledText(reasons, session.notificationLevel),
  };
};
