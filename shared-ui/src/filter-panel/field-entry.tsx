import type { Filter } from '@readerlens/filters/model';
import { DateRangeEntry, RelativeRangeEntry } from './date-entries.tsx';
import type { EntryProps } from './entry-props.ts';
import { TermsEntry } from './terms-entry.tsx';

/** The widget of a filter's kind. Kinds without one are not in the panel's field list yet. */
export const FieldEntry = ({ filter, onChange, ...rest }: EntryProps<Filter>) => {
  switch (filter.$type) {
    case 'Terms':
      return <TermsEntry {...rest} filter={filter} onChange={onChange} />;
    case 'DateRange':
      return <DateRangeEntry {...rest} filter={filter} onChange={onChange} />;
    case 'RelativeDateRange':
      return <RelativeRangeEntry {...rest} filter={filter} onChange={onChange} />;
    default:
      return null;
  }
};
