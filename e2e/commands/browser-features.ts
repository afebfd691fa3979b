/**
 * Features that Playwright disables (its chromiumSwitches.ts). Chromium uses only the last flag of a name, so a flag
 * that disables more must repeat them; browser.spec.ts compares them with the flag of the installed Playwright.
 */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** A full Chromium renders two hidden pages for the address bar of each window, a third of the cost of a visit. */
const hiddenPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

export const disabledFeatures = `--disable-features=${[...disabledByPlaywright, ...hiddenPages].join(',')}`;
