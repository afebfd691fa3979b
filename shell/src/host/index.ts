export { AreaOutlet } from './area-outlet.tsx';
export { leaveQuestion } from './leave-guards.ts';
export { matchArea } from './match-area.ts';
export type { AreaMatch } from './match-area.ts';
export { refreshRegistry, registryStore, startRegistry } from './registry.ts';
export { useRegistry } from './use-registry.ts';
export { warmUp } from './warm-up.ts';
