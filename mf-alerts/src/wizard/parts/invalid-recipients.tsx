import { Banner, Box, TextLink } from '@readerlens/ui';
import type { Alert } from '../../alert/alert.queries.ts';
import { recipientReport } from '../../alert/recipient-report.ts';

interface Props {
  alert: Pick<Alert, 'invalidRecipients'>;
  /** Path of the step with the recipients, from another one. */
  to?: string;
}

/** Which recipients cannot get the alert, and what to do about it. */
export const InvalidRecipients = ({ alert: { invalidRecipients }, to }: Props) => {
  const sentences = invalidRecipients ? recipientReport(invalidRecipients) : [];
  if (sentences.length === 0) return null;
  return (
    <Banner
      role="alert"
      tone="negative"
      shape="box"
      actions={to !== undefined && <TextLink to={to}>Set Alert</TextLink>}
    >
      <Box as="ul" listStyleType="none" m="0" p="0" display="grid" gap="1">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Box>
    </Banner>
  );
};
