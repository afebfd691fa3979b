import { Span } from '@readerlens/ui';
import { useState } from 'react';
import type { FilterModel } from '@readerlens/filters/model';
import { namesText, rangeText, useClientNames } from './search-text.ts';

/** For which days and which clients: 'Nov 21, 2025 – Nov 21, 2026 · Acme, Borealis'. */
export const SearchLine = ({ model }: { model: FilterModel }) => {
  const names = useClientNames(model);
  const [now] = useState(() => new Date());
  const range = rangeText(model, now);
  return (
    <>
      {range}
      {range && names.length > 0 && (
        <Span aria-hidden="true" marginX="2" color="textSubtle">
          ·
        </Span>
      )}
      <Span color="text" fontWeight="medium" title={names.join(', ')}>
        {namesText(names)}
      </Span>
    </>
  );
};
