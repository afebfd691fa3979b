export { addUser, testApi } from './test-api.ts';
export type { NewUser, TestAnswer, TestApi } from './test-api.ts';
export { describeOnEachEngine, testDatabase } from './test-database.ts';
