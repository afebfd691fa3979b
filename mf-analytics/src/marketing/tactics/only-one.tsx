import { Banner, Button } from '@readerlens/ui';

interface Props {
  /** The chosen event or issue, undefined until it is known. */
  title: string | undefined;
  /** 'All events'. */
  all: string;
  onShowAll: () => void;
}

/** Says that the page is about one event or issue of the period. */
export const OnlyOne = ({ title, all, onShowAll }: Props) => (
  <Banner
    shape="box"
    actions={
      <Button size="sm" onClick={onShowAll}>
        {all}
      </Button>
    }
  >
    {`The numbers below are of ${title ?? '…'} only.`}
  </Banner>
);
