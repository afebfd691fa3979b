import { Box, Span } from '@readerlens/ui';
import { FileLink } from './file-link.tsx';
import type { CompanyInfo } from './form.queries.ts';

interface Props {
  formId: string;
  logo: CompanyInfo['logos'][number];
}

/** A logo that is downloaded; its name and state alone until it can be. */
export const LogoItem = ({ formId, logo: { state, problem, logoUrl, ...logo } }: Props) => (
  <Box as="span" minW="0">
    <FileLink formId={formId} file={{ ...logo, fileUrl: logoUrl, fileType: 'image', isImage: true }} />
    {state === 'Preparing' && (
      <Span display="block" role="status" textStyle="caption" color="textMuted">
        Being prepared…
      </Span>
    )}
    {state === 'Failed' && (
      <Span display="block" role="alert" textStyle="caption" color="negative">
        {problem}
      </Span>
    )}
  </Box>
);
