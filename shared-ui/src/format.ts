export { formatCount } from '@readerlens/contract/numbers';
