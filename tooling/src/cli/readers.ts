// pnpm readers find EMAIL | export ID | correct ID | erase ID | restrict ID | lift ID: answers requests of readers about their personal data. See docs/privacy.md.
import { runReaders } from '@readerlens/api';

process.exitCode = await runReaders(process.argv.slice(2));
