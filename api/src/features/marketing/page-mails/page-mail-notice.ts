import { marketingPages } from '@readerlens/contract/marketing-pages';
import type { MarketingPageName } from '@readerlens/contract/marketing-pages';
import { onceUntilSuccess } from '../../../people/failure-notice.ts';
import type { FailureNotice } from '../../../people/failure-notice.ts';
import { addMailsParameter } from './page-letter.ts';

export const pageMailNotSent = (page: MarketingPageName): FailureNotice => {
  const { title, path } = marketingPages[page];
  return {
    subject: `Scheduled email not sent: ${title}`,
    heading: 'Scheduled email not sent',
    paragraphs: [
      `Your scheduled email of ${title} could not be made. The next one is made as planned.`,
      onceUntilSuccess,
    ],
    button: 'Open your scheduled emails',
    path: addMailsParameter(path),
  };
};
