export { describeOnEachEngine, testDatabase } from './test-database.ts';
