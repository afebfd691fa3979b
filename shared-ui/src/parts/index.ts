/**
 * Components that only some areas use. Not provided by the shell: an area bundles those it uses, which keeps the first
 * load of all other pages small. So nothing here imports `../components` at run time, which would bundle
 * Chakra twice; everything shared comes from '@readerlens/ui'.
 */
export * from './chat-channels.tsx';
export * from './client-webhook.tsx';
export * from './dates.ts';
export * from './detail-states.tsx';
export * from './field-list.tsx';
export * from './file-button.tsx';
export { fileSizeText } from './file-checks.ts';
export * from './list-link.tsx';
export { countText } from '@readerlens/contract/numbers';
export * from './list-text.ts';
export * from './mail-frame.tsx';
export * from './receiver-field.tsx';
export * from './report-parameters.dialog.tsx';
export * from './row-actions.tsx';
export * from './scope-badge.tsx';
export * from './stepper.tsx';
export * from './time-zones.ts';
export * from './upload-field.tsx';
export * from './use-subscription-change.ts';
export * from './webhook-messages.tsx';
export { Wizard, WizardStep, leaveIntent } from './wizard.tsx';
export type { WizardPlace, WizardProps, WizardStepProps, WizardSurroundings } from './wizard.tsx';
