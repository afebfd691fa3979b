export { formatCommand as formatProductCommand } from './workplace.ts';
