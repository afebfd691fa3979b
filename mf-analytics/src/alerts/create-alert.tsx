import { useAccess, useBlinded, useUser } from '@readerlens/auth/react';
import {
  isDateFilter,
  isMaskedField,
  maySearch,
  namedCatalogue,
  writeSearch,
} from '@readerlens/filters/model';
import type { Filter, FilterModel } from '@readerlens/filters/model';
import { LinkButton, useOffers } from '@readerlens/ui';
import type { LinkButtonProps } from '@readerlens/ui';
import { BellPlus } from 'lucide-react';

const newAlertPath = '/notification/new/1';

/** The wizard with these filters. An alert has its own windows instead of dates. */
export const newAlertLink = ({ filters, indices }: FilterModel, subject?: Filter): string => {
  const others = filters.filter((filter) => !isDateFilter(filter) && filter.field !== subject?.field);
  return `${newAlertPath}${writeSearch('', { filters: subject ? [...others, subject] : others, indices })}`;
};

/** Whether the user may search by a field now. Values of some are not to be shown in Blinded Mode, nor written to a URL. */
const useMaySearchBy = (field: string | undefined): boolean => {
  const user = useUser();
  const blinded = useBlinded();
  if (field === undefined) return true;
  const definition = namedCatalogue.find(field);
  if (!user || !definition) return false;
  return maySearch(definition, user) && !(blinded && isMaskedField(definition));
};

interface Props extends Partial<Pick<LinkButtonProps, 'shape' | 'size'>> {
  model: FilterModel;
  /** The reader or the organization of the page. Without a right to search by it, there is no alert about it. */
  subject?: Filter;
}

/** Leads to a new alert about what the page shows, for users who may manage alerts. */
export const CreateAlert = ({ model, subject, ...look }: Props) => {
  const mayManage = useAccess({ claim: 'manageNotifications' });
  const maySearchBySubject = useMaySearchBy(subject?.field);
  const offers = useOffers();
  if (!mayManage || !maySearchBySubject || !offers(newAlertPath)) return null;
  return (
    <LinkButton
      to={newAlertLink(model, subject)}
      icon={<BellPlus size={15} aria-hidden="true" />}
      flexShrink="0"
      {...look}
    >
      Create alert
    </LinkButton>
  );
};
