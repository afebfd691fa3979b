import { relock } from './bootstrap.mjs';

relock();
