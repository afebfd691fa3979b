/** Mail programs take addresses of about 2,000 characters; the rest of them is for the lines below the message. */
export const maxMessage = 1200;

interface SupportMail {
  to: string;
  message: string;
  /** Of the page that the question came up on. */
  path: string;
  account: string;
}

/** The mailto address that opens a mail to support with the message and where it was written. */
export const supportMail = ({ to, message, path, account }: SupportMail): string => {
  const lines = [...message.trim().split('\n'), '', '--', `Page: ${path}`, `Account: ${account}`];
  const address = encodeURIComponent(to).replaceAll('%40', '@');
  const subject = encodeURIComponent('Readerlens support');
  return `mailto:${address}?subject=${subject}&body=${encodeURIComponent(lines.join('\r\n'))}`;
};
