import { Banner } from '@readerlens/ui';

/** Says why the fields of an account cannot be changed. */
export const ReadOnlyBanner = () => <Banner shape="box">You can see this account, but not change it.</Banner>;
