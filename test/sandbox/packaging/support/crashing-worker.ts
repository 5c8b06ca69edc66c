// A packaging process that comes to an end in the ways in which they do. Its fate lies in the folder that the variable
// VH_MORTAL_WORKER names, in a file `fate`: one word a task, of which it takes the first. When none is left it works.
import './meet-fate.ts';
import '../../../../packages/vh-elements-sandbox/src/packaging/worker.ts';
