import { Fragment } from 'react';

/** After '@', '/', '?', '&', '=', '_' and '-', and before '.'. */
const places = /(?<=[@/?&=_-])(?![@/?&=_-])|(?=\.)/;

/** The parts of an address by their position in it. */
const splitAddress = (address: string): readonly (readonly [start: number, part: string])[] => {
  let start = 0;
  return address.split(places).map((part) => {
    start += part.length;
    return [start - part.length, part] as const;
  });
};

/** An email or web address that wraps where a reader expects it, and not within a word. */
export const Breakable = ({ children }: { children: string }) =>
  splitAddress(children).map(([start, part]) => (
    <Fragment key={start}>
      {start > 0 && <wbr />}
      {part}
    </Fragment>
  ));
