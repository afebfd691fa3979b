import { Badge, Button, useIsNarrow } from '@readerlens/ui';
import { SlidersHorizontal } from 'lucide-react';
import { useRef } from 'react';
import { usedFields } from '../model/index.ts';
import { FilterPanel } from './filter-panel.tsx';
import type { PagePanel } from './use-filter-panel.ts';

const besideIcon = { position: 'absolute', top: '1', insetInlineStart: 'calc(50% + 9px)' } as const;

/** Opens and closes the filter panel, and shows how many filters are applied. */
export const FiltersButton = ({ panel }: { panel: PagePanel }) => {
  const { user, model, defaults, catalogue, apply } = panel.controls;
  const button = useRef<HTMLButtonElement>(null);
  const count = usedFields(model, defaults).length;
  const narrow = useIsNarrow();
  return (
    <>
      <Button
        ref={button}
        data-tour="filters"
        aria-expanded={panel.isOpen}
        shape={narrow ? 'stacked' : 'text'}
        position="relative"
        icon={<SlidersHorizontal size={15} aria-hidden="true" />}
        onClick={() => (panel.isOpen ? panel.close() : panel.open())}
      >
        Filters
        {count > 0 && (
          <Badge tone="accent" {...(narrow ? besideIcon : {})}>
            {count}
          </Badge>
        )}
      </Button>
      {user && (
        <FilterPanel
          open={panel.isOpen}
          openedByHand={panel.openedByHand}
          shown={panel.shown}
          opener={button}
          onClose={panel.close}
          user={user}
          applied={model}
          defaults={defaults}
          onApply={apply}
          form={panel.form}
          catalogue={catalogue}
          countMatches={panel.countMatches}
        />
      )}
    </>
  );
};
