// Installs everything in the lock file, for what the packages of `npm start` are not enough.
import { install } from './bootstrap.mjs';

install();
