import { launchChromium } from './test/support/browser.ts';
import { StaticSite } from './test/support/static-site.ts';
const site = await StaticSite.serve({ folder: 'dist/cdn', page: `<!doctype html><html lang="en"><script type=module src="/vh-elements.js"></script><input type=file id=source><vh-uploader token="start" base-url="/"></vh-uploader>` });
const b = await launchChromium();
for (let i=0;i<3;i++){
const page = await (await b.newContext()).newPage();
await page.addInitScript(() => {
  const log = (window as any).log = [] as any[]; const t=()=>performance.now();
  const wrapP=(o:any,n:string,label=n)=>{const f=o[n];o[n]=function(...a:any[]){const s=t();log.push([s,label+' >']);const r=f.apply(this,a);r?.then?.(()=>log.push([t(),label+' < '+(t()-s).toFixed(1)]),()=>0);return r;}};
  wrapP(Blob.prototype,'arrayBuffer'); wrapP(SubtleCrypto.prototype,'digest'); wrapP(LockManager.prototype,'request','lock'); wrapP(LockManager.prototype,'query','lockq');
  for (const n of ['get','put','getAll'] ) wrapP(IDBObjectStore.prototype,n,'idb.'+n);
  wrapP(IDBFactory.prototype,'open','idb.open'); wrapP(XMLHttpRequest.prototype,'send','xhr.send'); 
  const d=EventTarget.prototype.dispatchEvent; EventTarget.prototype.dispatchEvent=function(e){ if(String(e.type).startsWith('vh-')) log.push([t(),e.type]); return d.call(this,e)};
  new PerformanceObserver(l=>{for(const e of l.getEntries()) log.push([e.startTime,'LONG '+e.duration])}).observe({type:'longtask'});
  new PerformanceObserver(l=>{for(const e of l.getEntries()) log.push([e.startTime,'res '+e.name.split('/').pop()+' '+e.duration.toFixed(1)])}).observe({type:'resource'});
});
await page.goto(site.origin); await page.locator('#source').setInputFiles('demo/media/sample.mp4'); await page.locator('vh-uploader').hover(); await page.waitForLoadState('networkidle');
console.log('---');
const out = await page.evaluate(async()=>{ const log=(window as any).log; log.length=0; const t=performance.now(); const input=document.querySelector('vh-uploader')!.shadowRoot!.querySelector('input')!; input.files=(document.querySelector('#source') as any).files; input.dispatchEvent(new Event('change',{bubbles:true})); log.push([performance.now(),'change done']); await new Promise(r=>setTimeout(r,900)); return log.map(([a,x]:any)=>[a-t,x]).sort((x:any,y:any)=>x[0]-y[0]); });
const end = out.findIndex(([,x]:any)=>x.startsWith('xhr')); 
for(const [a,x] of out.slice(0,end+1)) console.log(a.toFixed(1),x);
}
await b.close(); site.close();
