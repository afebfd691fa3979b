/** The values by key, in their order. */
export const groupBy = <Value, Key>(
  values: Iterable<Value>,
  chooseKey: (value: Value) => Key,
): Map<Key, Value[]> => {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = chooseKey(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
};
