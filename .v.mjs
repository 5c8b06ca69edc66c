import { build } from 'vite'; import {gzipSync} from 'node:zlib'; import fs from 'node:fs';
await build({configFile:false,logLevel:'error',build:{outDir:'/tmp/shots-session/v',emptyOutDir:true,target:'es2022',lib:{entry:{x:'src/define/vh-captions-picker.ts'},formats:['es']},rolldownOptions:{output:{minify:true}}}});
for (const f of fs.readdirSync('/tmp/shots-session/v')) console.log(f, gzipSync(fs.readFileSync('/tmp/shots-session/v/'+f),{level:9}).length);
