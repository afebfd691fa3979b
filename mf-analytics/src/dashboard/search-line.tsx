import { Badge, Span } from '@readerlens/ui';
import { useState } from 'react';
import type { FilterModel } from '@readerlens/filters/model';
import { namesText, rangeText, useClientNames } from './search-text.ts';

/** For which days and which clients: 'Nov 21, 2025 – Nov 21, 2026 · Acme, Borealis'. */
export const SearchLine = ({ model }: { model: FilterModel }) => {
  const { names, unknown } = useClientNames(model);
  const [now] = useState(() => new Date());
  const range = rangeText(model, now);
  return (
    <>
      {range}
      {range && names.length + unknown.length > 0 && (
        <Span aria-hidden="true" marginX="2" color="textSubtle">
          ·
        </Span>
      )}
      <Span color="text" fontWeight="medium" me={names.length > 0 ? '2' : '0'} title={names.join(', ')}>
        {namesText(names)}
      </Span>
      {unknown.length > 0 && (
        <Badge tone="warning" whiteSpace="normal" overflowWrap="anywhere" title={unknown.join(', ')}>
          {`Unknown ${unknown.length === 1 ? 'client' : 'clients'}: ${namesText(unknown)}`}
        </Badge>
      )}
    </>
  );
};
