import { shortNames } from '@readerlens/ui/parts';

/** The first three names, then '+2 Others', with all of them in the tooltip. */
export const ShortList = ({ names }: { names: readonly string[] }) => {
  const { shown, others } = shortNames(names);
  return (
    <span title={names.join(', ')}>
      {shown}
      {others && ` ${others}`}
    </span>
  );
};

/** The communities of a report if it is limited to some, else its clients. */
export const listPlaces = ({
  companies,
  onlines,
}: {
  readonly companies: readonly string[];
  readonly onlines: readonly string[];
}): readonly string[] => (companies.length > 0 ? companies : onlines);
