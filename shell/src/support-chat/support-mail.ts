/** Mail apps accept addresses of about 2,000 characters; the remainder is for the lines below the message. */
export const maxMessage = 1200;

interface SupportMail {
  to: string;
  message: string;
  /** Path of the page on which the message was written. */
  path: string;
  account: string;
}

/** The mailto link that opens a mail to support with the message, the page and the account. */
export const supportMail = ({ to, message, path, account }: SupportMail): string => {
  const lines = [...message.trim().split('\n'), '', '--', `Page: ${path}`, `Account: ${account}`];
  const address = encodeURIComponent(to).replaceAll('%40', '@');
  const subject = encodeURIComponent('Readerlens support');
  return `mailto:${address}?subject=${subject}&body=${encodeURIComponent(lines.join('\r\n'))}`;
};
