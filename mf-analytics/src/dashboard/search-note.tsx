import { Banner, IconButton } from '@readerlens/ui';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { DashboardControls } from './dashboard-search.ts';
import { noteText } from './note-text.ts';

/** Says what the page leaves out of the search that it was asked for, until it is dismissed. */
export const SearchNote = ({ controls }: { controls: DashboardControls }) => {
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
