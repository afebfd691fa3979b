import { useBlinded, useUser } from '@readerlens/auth/react';
import type { Viewer } from './reports.queries.ts';

export const useViewer = (): Viewer => ({ userId: useUser()?.id, blinded: useBlinded() });
