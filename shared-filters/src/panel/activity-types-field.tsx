import type { SessionUserData } from '@readerlens/auth';
import { activityTypeClaim, activityTypeLabel, activityTypes } from '@readerlens/contract/vocabulary';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import { MultiSelect } from '@readerlens/ui';

interface Props {
  user: SessionUserData;
  value: readonly ActivityType[];
  onChange: (value: readonly ActivityType[]) => void;
}

const optionOf = (id: ActivityType) => ({ id, name: activityTypeLabel[id] });

/** Selects among the activity types that the user may read; empty means all of them. */
export const ActivityTypesField = ({ user, value, onChange }: Props) => (
  <MultiSelect
    label="Activity Type"
    placeholder="All"
    options={activityTypes.filter((type) => user.claims.includes(activityTypeClaim[type])).map(optionOf)}
    value={value.map(optionOf)}
    onChange={(selected) => onChange(selected.map(({ id }) => id))}
  />
);
