import { readProject } from './smells/project.mjs';
import { importsOf, parse } from './smells/syntax.mjs';
import { execSync } from 'node:child_process';
const project = readProject();
const seen = new Set();
const go = (f) => { if (seen.has(f) || !project[f]) return; seen.add(f); for (const i of importsOf({file:f, tree:parse(f,project[f])})) if (i.file && !i.isType && !i.isDynamic) go(i.file); };
go('src/define/vh-player.ts');
for (const f of seen) { let b=0; try { b=execSync(`git show ${process.argv[2]}:${f} 2>/dev/null | wc -c`).toString().trim()*1 } catch {} ; if (b!==project[f].length) console.log(f, b, '->', project[f].length); }
console.log(seen.size);
