import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { usePopup } from '../use-popup.ts';
import { useOptions } from './use-options.ts';
import type { LoadOptions, MultiSelectOption, OptionsState } from './use-options.ts';

export interface Selection<T extends MultiSelectOption> {
  value: readonly T[];
  onChange: (value: readonly T[]) => void;
  options?: readonly T[];
  loadOptions?: LoadOptions<T>;
  /** Instead of both: options that the caller finds for the text passed to `onQueryChange`. */
  source?: OptionsState<T>;
  onQueryChange?: (text: string) => void;
  /** At most one. */
  single?: boolean;
  /** Maximum number of options. */
  maxItems?: number;
}

const pageSize = 8;

const findKeyStep = (key: string): number | undefined =>
  ({ ArrowDown: 1, ArrowUp: -1, PageDown: pageSize, PageUp: -pageSize })[key];

const toggled = <T extends MultiSelectOption>(
  { value, single, maxItems }: Selection<T>,
  option: T,
): readonly T[] => {
  const without = value.filter((item) => item.id !== option.id);
  if (without.length < value.length) return without;
  if (single) return [option];
  return maxItems !== undefined && value.length >= maxItems ? value : [...value, option];
};

/** The highlighted option: the first match after typing, none after any other change of the options. */
const useActive = (query: string, ready: boolean): [number, (index: number) => void] => {
  const key = `${ready} ${query}`;
  const [chosen, setChosen] = useState({ key, index: -1 });
  const initial = query !== '' && ready ? 0 : -1;
  return [chosen.key === key ? chosen.index : initial, (index) => setChosen({ key, index })];
};

/** The state and keyboard behavior of a multi-select. */
export const useMultiSelect = <T extends MultiSelectOption>(props: Selection<T>) => {
  const { value, onChange, options, loadOptions, single = false } = props;
  const [open, setOpen] = usePopup();
  const [query, setQuery] = useState('');
  const own = useOptions({ options, loadOptions, query, open });
  const state = props.source ?? own;
  const offered = state.status === 'ready' ? state.options : [];
  const [active, setActive] = useActive(query, state.status === 'ready');

  const ask = (text: string) => {
    setQuery(text);
    props.onQueryChange?.(text);
  };
  const close = () => {
    setOpen(false);
    ask('');
    setActive(-1);
  };
  const toggle = (option: T) => {
    if (option.disabled) return;
    onChange(toggled(props, option));
    if (single) close();
  };
  const remove = (id: string) => onChange(value.filter((item) => item.id !== id));
  const move = (step: number) => {
    setOpen(true);
    const from = active < 0 && step < 0 ? offered.length : active;
    setActive(Math.max(0, Math.min(offered.length - 1, from + step)));
  };
  const choose = (event: KeyboardEvent) => {
    const option = offered[active];
    if (!open || !option) return;
    // Enter would submit the form.
    event.preventDefault();
    toggle(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = findKeyStep(event.key);
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    } else if (event.key === 'Enter') choose(event);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Backspace' && query === '') onChange(value.slice(0, -1));
  };
  const type = (text: string) => {
    ask(text);
    setOpen(true);
  };
  const isSelected = (option: T) => value.some((item) => item.id === option.id);
  return {
    open,
    query,
    active,
    state,
    setOpen,
    setActive,
    close,
    toggle,
    remove,
    onKeyDown,
    type,
    isSelected,
  };
};
