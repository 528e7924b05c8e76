import { sandboxWorld } from '/work/h/admission/packages/server/src/sandbox/world.ts'
import { neighbourBodies, verdictOf } from '/work/h/admission/packages/server/src/testing/flood/neighbour.ts'
import { startService } from '/work/h/admission/packages/server/src/testing/flood/startService.ts'
const service = await startService(8)
const bodies = neighbourBodies(sandboxWorld('ethereum')).map(b=>b.body)
const calls=async()=>Number(/redoubt_engine_calls_total\{environment="test"\} (\S+)/.exec(await (await fetch(service.url+'/metrics')).text())?.[1]??0)
const ask=(i:number,t=0)=>service.ask(service.tokens[t]!,'/v1/scan/transaction',bodies[i%4])
for(let i=0;i<16;i++){const b=await calls(); const a=await ask(i); console.log(i%4, Math.round(a.milliseconds), a.status, 'calls', await calls()-b)}
for (const k of [0,1,2,3]) { const b=await calls(); const all=await Promise.all(Array.from({length:16},(_,i)=>ask(k,i%8))); console.log('16 at once',k,'calls each',(await calls()-b)/16, all.map(a=>Math.round(a.milliseconds)).sort((a,b)=>a-b).join(' '))}
await service.stop(); process.exit()
