import { listFiles } from '../base/list-files.mjs';
import { npm } from '../base/npm.mjs';
import { runTool } from '../base/run-tool.mjs';

let files;

/** The files that `npm pack` would put into the package. Asked once: npm takes its time. */
export const packedFiles = () => (files ??= listPackedFiles());

async function listPackedFiles() {
  const output = await npm(['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=silent'], {
    complaint: 'npm could not report what it would pack.',
  });
  return JSON.parse(output.slice(output.indexOf('[')))[0].files.map(({ path }) => path);
}

/** The built modules that cannot be loaded where there is no browser, each with the reason. The single script needs one. */
export async function loadFailures() {
  const modules = listFiles('dist').filter((file) => file.endsWith('.js') && !file.startsWith('dist/cdn/'));
  const program = `
    for (const file of ${JSON.stringify(modules)}) {
      await import(new URL(file, 'file://' + process.cwd() + '/')).catch((error) => console.log(file + ': ' + error.message));
    }`;
  const output = await runTool(process.execPath, ['--input-type=module', '--eval', program], {
    complaint: 'The built modules could not be loaded in Node.',
  });
  return output.split('\n').filter((line) => line.startsWith('dist/'));
}
