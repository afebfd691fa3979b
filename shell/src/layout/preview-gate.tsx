import { Spinner } from '@readerlens/ui';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { AppLayout } from './app-layout.tsx';
import { previewStore } from '../preview/preview-store.ts';

/** Renders no area while a preview is verified, so that the deployed version does not show first. */
export const PreviewGate = ({ children }: { children: ReactNode }) => {
  const checking = useStore(previewStore, ({ status }) => status === 'checking');
  if (!checking) return children;
  return (
    <AppLayout breadcrumb={{ group: undefined, title: '' }}>
      <Spinner label="Loading the preview" />
    </AppLayout>
  );
};
