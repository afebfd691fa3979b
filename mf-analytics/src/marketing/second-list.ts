import { listAddress } from '@readerlens/filters/list';
import type { ListPlace, ViewAddress } from '@readerlens/filters/list';

/** The address of a list beside the first one of a page, whose place is in the parameters 'page' and 'size'. */
export const secondListAddress = <Column extends string, Size extends number>(
  prefix: string,
  rules: Parameters<typeof listAddress<Column, Size>>[0],
): ViewAddress<ListPlace<Column, Size>> & Pick<ReturnType<typeof listAddress<Column, Size>>, 'rules'> => {
  const address = listAddress(rules);
  const names = [
    ['page', `${prefix}Page`],
    ['size', `${prefix}Size`],
  ] as const;
  return {
    rules,
    read(text) {
      const from = new URLSearchParams(text);
      const own = new URLSearchParams();
      for (const [name, prefixed] of names) {
        const value = from.get(prefixed);
        if (value !== null) own.set(name, value);
      }
      return address.read(`?${own.toString()}`);
    },
    write(view, text) {
      const next = new URLSearchParams(text);
      const own = new URLSearchParams(address.write(view, ''));
      for (const [name, prefixed] of names) {
        const value = own.get(name);
        if (value === null) next.delete(prefixed);
        else next.set(prefixed, value);
      }
      const written = next.toString();
      return written === '' ? '' : `?${written}`;
    },
  };
};
