import { endImpersonation } from '@readerlens/auth';
import { useBlinded, useSession, useIsImpersonating } from '@readerlens/auth/react';
import { Banner, Button } from '@readerlens/ui';
import { EyeOff, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { PreviewBanner } from '../preview/preview-banner.tsx';
import { hasBanner, previewStore } from '../preview/preview-store.ts';

const bannerHeight = 42;

const BlindedBanner = () =>
  useBlinded() ? (
    <Banner
      tone="highlight"
      minH={`${bannerHeight}px`}
      role="status"
      icon={<EyeOff size={16} aria-hidden="true" />}
    >
      Blinded Mode Active
    </Banner>
  ) : null;

const ImpersonationBanner = () => {
  const claims = useSession((state) => state.claims);
  const impersonating = useIsImpersonating();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  if (!impersonating || !claims) return null;
  const leave = () => {
    setBusy(true);
    const toStart = () => void navigate('/', { flushSync: true });
    const settle = () => setBusy(false);
    // If the user could not be loaded, the components that need the user show the error.
    endImpersonation(toStart).then(settle, settle);
  };
  return (
    <Banner
      tone="inverted"
      minH={`${bannerHeight}px`}
      role="status"
      icon={<UserRoundCog size={16} aria-hidden="true" />}
      actions={
        <Button size="sm" loading={busy} onClick={leave}>
          Return to your Account
        </Button>
      }
    >
      {`You are logged in as ${claims.name}(${claims.email})`}
    </Banner>
  );
};

/** The height of the banners in pixels; in wide windows each takes one line. */
export const useBannerHeight = (): number => {
  const blinded = useBlinded();
  const impersonating = useIsImpersonating();
  const preview = useStore(previewStore, hasBanner);
  return (Number(blinded) + Number(impersonating) + Number(preview)) * bannerHeight;
};

/** States that users must not overlook: another user's account, a staged version, masked data. */
export const Banners = () => (
  <>
    <ImpersonationBanner />
    <PreviewBanner minH={`${bannerHeight}px`} />
    <BlindedBanner />
  </>
);
