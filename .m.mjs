import { build } from 'esbuild'; import { gzipSync } from 'node:zlib';
const o={ bundle:true, minify:true, format:'esm', write:false, splitting:true, outdir:'x', conditions:['production','browser'], target:'es2022', metafile:true, tsconfigRaw:{compilerOptions:{useDefineForClassFields:false}}};
const full=await build({...o, entryPoints:['src/define/vh-captions-picker.ts']});
for(const [f,x] of Object.entries(full.metafile.outputs)) { console.log(f,x.bytes); for(const [i,y] of Object.entries(x.inputs).sort((a,b)=>b[1].bytesInOutput-a[1].bytesInOutput)) if(y.bytesInOutput>200)console.log('   ',i,y.bytesInOutput);}
console.log('gz',gzipSync(full.outputFiles[0].contents,{level:9}).length);
const lit=await build({...o, stdin:{contents:"import {LitElement,html,css,nothing,svg} from 'lit'; class A extends LitElement{render(){return html``}}; customElements.define('x-a',A); console.log(css,nothing,svg)",resolveDir:'.'}});
console.log('lit',gzipSync(lit.outputFiles[0].contents,{level:9}).length);
import fs from 'node:fs';
const cssmin={name:'c',setup(b){b.onLoad({filter:/(styles|tokens)\.ts$/},async a=>({contents:fs.readFileSync(a.path,'utf8').replace(/css`([^`]*)`/g,(m,c)=>'css`'+c.replace(/\s+/g,' ').replace(/ ?([{};:,>]) ?/g,'$1').replace(/;}/g,'}')+'`'),loader:'ts'}))}};
const m=await build({...o, entryPoints:['src/define/vh-captions-picker.ts'],plugins:[cssmin]});
console.log('cssmin gz',gzipSync(m.outputFiles[0].contents,{level:9}).length);
const noicons={name:'i',setup(b){b.onLoad({filter:/icons\.ts$/},async a=>({contents:fs.readFileSync(a.path,'utf8').split('\n').filter(l=>!/^  (?!captions|check)\w+: svg/.test(l)).join('\n'),loader:'ts'}))}};
const k=await build({...o, entryPoints:['src/define/vh-captions-picker.ts'],plugins:[noicons]});
console.log('2 icons gz',gzipSync(k.outputFiles[0].contents,{level:9}).length);
