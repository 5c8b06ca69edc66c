// A packaging process on a disk with room for as many bytes as the variable VH_ROOM says. The last write that finds any
// room takes what fits, as the system's does; the next one fails.
import './leave-room.ts';
import '../../../../packages/vh-elements-sandbox/src/packaging/worker.ts';
