import { areaConfig } from '@readerlens/tooling/webpack';

export default areaConfig({ dir: import.meta.dirname, id: 'onboarding' });
