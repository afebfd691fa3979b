import { Box, Flex, Span, TextAnchor } from '@readerlens/ui';
import { fileSizeText } from '@readerlens/ui/parts';
import { FileText } from 'lucide-react';
import type { OnboardingFile } from './form.queries.ts';
import { HeldFile } from './held-file.tsx';

/** A file that is downloaded, or its name alone in Blinded Mode. */
export const FileLink = ({ formId, file }: { formId: string; file: OnboardingFile }) => (
  <Flex
    as="span"
    display="inline-flex"
    gap="1.5"
    align="center"
    wrap={file.isHeld ? 'wrap' : 'nowrap'}
    minW="0"
  >
    <Box as="span" flexShrink="0" color="textMuted">
      <FileText size={14} aria-hidden="true" />
    </Box>
    {file.fileUrl === null ? (
      file.name
    ) : (
      <TextAnchor href={file.fileUrl} download={file.name} overflowWrap="anywhere">
        {file.name}
      </TextAnchor>
    )}
    <Span textStyle="caption" color="textMuted" whiteSpace="nowrap">
      {fileSizeText(file.size)}
    </Span>
    {file.isHeld && <HeldFile formId={formId} file={file} />}
  </Flex>
);
