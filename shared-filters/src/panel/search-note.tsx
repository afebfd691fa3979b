import { Banner, IconButton } from '@readerlens/ui';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { FieldCatalogue, FieldDefinition, Problem } from '../model/index.ts';
import type { AreaSearch } from '../search/use-area-search.ts';
import type { CurrentSearchControls } from '../search/use-current-search.ts';

/** A link's own words are shown as far as they look like the name of a field: anybody may have written them. */
const fieldName = /^[A-Z][A-Za-z0-9]{0,39}$/;

const problemName = ({ path }: Problem, catalogue: FieldCatalogue): string | undefined => {
  const [, name = ''] = path.split('/');
  if (name === 'activityTypes') return catalogue.find('ActivityTypes')?.label;
  return catalogue.find(name)?.label ?? (fieldName.test(name) ? name : undefined);
};

const ending = (names: readonly string[]): string => (names.length > 0 ? `: ${names.join(', ')}.` : '.');

const labelsOf = (fields: readonly FieldDefinition[]): string => ending(fields.map(({ label }) => label));

const shownInstead = {
  link: '',
  session: 'Your last search is shown instead.',
  default: 'The search that you start from is shown instead.',
} as const;

type Told = Pick<CurrentSearchControls, 'source' | 'problems' | 'refused' | 'masked'> & {
  catalogue: FieldCatalogue;
};

const unreadText = ({ source, problems, catalogue }: Told): string => {
  const names = [...new Set(problems.flatMap((problem) => problemName(problem, catalogue) ?? []))];
  return source === 'link'
    ? `Part of this link could not be read and was left out${ending(names)}`
    : `This link could not be read${ending(names)}`;
};

/** What of the search the page leaves out, and why; '' when it is all there. */
export const noteText = (told: Told): string => {
  const { source, problems, refused, masked } = told;
  const isLinkShort = problems.length + refused.length > 0;
  return [
    problems.length > 0 ? unreadText(told) : '',
    refused.length > 0 ? `Filters that you may not use were left out${labelsOf(refused)}` : '',
    isLinkShort ? shownInstead[source] : '',
    masked.length > 0 ? `Blinded Mode leaves out${labelsOf(masked)}` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
};

/** Says what the page leaves out of the search that it was asked for, until it is dismissed. */
export const SearchNote = ({ controls }: { controls: AreaSearch }) => {
  const [dismissed, setDismissed] = useState('');
  // Before the search is settled, a link may still be understood.
  const text = controls.user ? noteText(controls) : '';
  if (text === '' || text === dismissed) return null;
  return (
    <Banner
      tone="warning"
      shape="box"
      role="status"
      mb="4"
      overflowWrap="anywhere"
      icon={<TriangleAlert size={16} aria-hidden="true" />}
      actions={
        <IconButton
          size="sm"
          color="inherit"
          label="Dismiss"
          icon={<X size={15} aria-hidden="true" />}
          onClick={() => setDismissed(text)}
        />
      }
    >
      {text}
    </Banner>
  );
};
