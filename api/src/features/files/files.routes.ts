import { fileGoneMessage } from '@readerlens/contract/messages';
import { servedMediaType } from '../../platform/files/index.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import type { Services } from '../../people/services.ts';

export const fileRoutes = (
  scope: ApiScope,
  { files, fileLinks }: Pick<Services, 'files' | 'fileLinks'>,
): void => {
  route(scope, 'GET /api/files/{token}', {
    handler: async ({ params }) => {
      const found = await files.open(fileLinks.verify(params.token, 'download'));
      if (!found) throw notFound(fileGoneMessage);
      const { name, mediaType, size } = found.file;
      return { name, mediaType: servedMediaType(mediaType), size, content: found.body };
    },
  });
};
