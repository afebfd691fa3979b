import { Box, Flex, PartLoadError, Skeleton, Span } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, FileText } from 'lucide-react';
import type { Viewer } from '@readerlens/auth/react';
import { FieldItem, FieldList, MailFrame } from '@readerlens/ui/parts';
import type { RecipientRow, ShareForm } from './share-form.ts';
import { previewQuery } from './share.queries.ts';

const formatPerson = ({ name, email }: RecipientRow) =>
  [name.trim(), email.trim() && `<${email.trim()}>`].join(' ').trim();

const formatRecipients = ({ recipients }: ShareForm, type: RecipientRow['type']) =>
  recipients
    .filter((row) => row.type === type)
    .map(formatPerson)
    .filter(Boolean)
    .join(', ');

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} KB`;

interface File {
  name: string;
  size: number;
}

const Attachments = ({ files }: { files: readonly File[] }) => (
  <Flex as="ul" wrap="wrap" gap="2" listStyleType="none" m="0" p="0" mt="3" aria-label="Attachments">
    {files.map(({ name, size }) => (
      <Flex key={name} as="li" align="center" gap="2" px="3" py="1.5" borderWidth="1px" borderRadius="md">
        {name.endsWith('.pdf') ? (
          <FileText size={16} aria-hidden="true" />
        ) : (
          <FileSpreadsheet size={16} aria-hidden="true" />
        )}
        <Span textStyle="small">{name}</Span>
        <Span textStyle="caption" color="textMuted">
          {kilobytes(size)}
        </Span>
      </Flex>
    ))}
  </Flex>
);

const Loading = () => (
  <Box as="output" aria-label="Loading preview" aria-busy="true" display="grid" gap="3" pb="2">
    <Skeleton height="16px" width="50%" />
    <Skeleton height="16px" width="65%" />
    <Skeleton height="220px" />
  </Box>
);

interface Props {
  id: string;
  form: ShareForm;
  viewer: Viewer;
}

/** The mail as the server would send it. */
export const MailPreview = ({ id, form, viewer }: Props) => {
  const { data, error, refetch } = useQuery(previewQuery(id, form, viewer));
  if (error)
    return (
      <Box pb="2">
        <PartLoadError part="The preview" error={error} onRetry={() => void refetch()} />
      </Box>
    );
  if (!data) return <Loading />;
  return (
    <Box pb="2">
      <FieldList layout="inline" mb="4">
        <FieldItem label="From">{data.from}</FieldItem>
        {(['To', 'Cc', 'Bcc'] as const).map((type) => (
          <FieldItem key={type} label={type}>
            {formatRecipients(form, type)}
          </FieldItem>
        ))}
        <FieldItem label="Subject">
          <Span fontWeight="semibold">{data.subject}</Span>
        </FieldItem>
      </FieldList>
      <MailFrame html={data.html} />
      {data.attachments.length > 0 && <Attachments files={data.attachments} />}
    </Box>
  );
};
