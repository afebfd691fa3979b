import type { Field } from './fields.ts';
import type { Parsed } from './field-values.ts';

/** Small words that begin a last name: Ludwig van Beethoven. */
const particles =
  /^(?:van|von|vom|zu|zur|der|den|de|del|della|di|da|das|do|dos|du|la|le|el|al|bin|ibn|ter|ten)$/;

/** What follows a name after a comma without being the first name. */
const suffix = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|m\.?sc|mba)\.?$/i;

interface Name {
  readonly first: string | null;
  readonly last: string | null;
}

/**
 * Splits 'Ana María Ruiz' and 'Ruiz, Ana María'. Which words are the last name cannot be known for certain: it is the last
 * word, with the particles before it. A single word is a first name.
 */
export const splitFullName = (fullName: string): Name => {
  const [last = '', first = '', ...more] = fullName.split(',').map((part) => part.trim());
  if (first !== '' && last !== '' && more.length === 0 && !suffix.test(first)) return { first, last };
  const words = fullName.split(/\s+/);
  const end = words.findIndex((word) => word.endsWith(',')) + 1 || words.length;
  const particle = words.findIndex((word, index) => index > 0 && particles.test(word));
  const start = particle > 0 && particle < end - 1 ? particle : Math.max(1, end - 1);
  return { first: words.slice(0, start).join(' '), last: words.slice(start).join(' ') || null };
};

/** Moves the full name of a row to its first and last name, as far as the row does not have them. */
export const createNameSplitter = (fields: readonly Field[]) => {
  const at = (name: string) => fields.findIndex((field) => field.name === name);
  const [full, first, last] = [at('reader_full_name'), at('reader_first_name'), at('reader_last_name')];
  return (cells: (Parsed | null)[]): void => {
    const name = cells[full];
    if (typeof name !== 'string') return;
    const parts = splitFullName(name);
    cells[first] ??= parts.first;
    cells[last] ??= parts.last;
    cells[full] = null;
  };
};
