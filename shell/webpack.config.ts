import { shellConfig } from '@readerlens/tooling/webpack';

export default shellConfig({ dir: import.meta.dirname });
