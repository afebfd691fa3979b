import { Banner, Box, Button } from '@readerlens/ui';
import type { BannerProps } from '@readerlens/ui';
import { FlaskConical } from 'lucide-react';
import { useStore } from 'zustand';
import { endPreview, page } from './end-preview.ts';
import { previewStore } from './preview-store.ts';
import type { ShownPreview } from './preview-store.ts';

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const day = { month: 'short', day: 'numeric' } as const;

const until = (date: Date) => {
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString('en-US', today ? time : { ...day, ...time });
};

const End = ({ label = 'End preview' }) => (
  <Button size="sm" onClick={() => endPreview()}>
    {label}
  </Button>
);

const Shown = ({ name, version, expiresAt }: ShownPreview) =>
  `Preview of ${name}, version ${version}, until ${until(expiresAt)}`;

const Frame = (props: BannerProps) => (
  <Banner role="status" icon={<FlaskConical size={16} aria-hidden="true" />} {...props} />
);

/** Shown for as long as a staged version is shown, or with the reason why it is not. */
export const PreviewBanner = ({ minH }: { minH: string }) => {
  const state = useStore(previewStore);
  if (state.status === 'shown') {
    return (
      <Frame minH={minH} tone="info" actions={<End />}>
        <Shown {...state.preview} />
      </Frame>
    );
  }
  if (state.status === 'over') {
    return (
      <Frame minH={minH} tone="warning" actions={<End label="Reload" />}>
        The preview has ended. This page still shows it until you reload.
      </Frame>
    );
  }
  if (state.status !== 'failed') return null;
  const actions = (
    <Box display="flex" gap="2">
      {!state.final && (
        <Button size="sm" onClick={() => page.reload()}>
          Try again
        </Button>
      )}
      <End label={state.final ? 'Close' : 'End preview'} />
    </Box>
  );
  return (
    <Frame minH={minH} tone="warning" actions={actions}>
      {`The preview cannot be shown. ${state.message}`}
    </Frame>
  );
};
