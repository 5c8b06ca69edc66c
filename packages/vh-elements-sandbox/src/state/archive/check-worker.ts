import { checkDatabase } from './check-database.ts';
import { Problem } from '../../http/problem.ts';
import { REFUSED } from './check-in-child.ts';

// Looks through the database of an import in a process of its own: one that is made up can end the process that reads it.
try {
  checkDatabase(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  process.stdout.write(error.extras.detail ?? '');
  process.exitCode = REFUSED;
}
