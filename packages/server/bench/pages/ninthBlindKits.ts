import { page } from '../../src/sandbox/sites/page.ts'
import type { SiteAnswer } from '../../src/sandbox/sites/site.ts'
import type { KitPage } from './eighthBlindKits.ts'
import { type PageDesign, VISITOR } from './pageDesign.ts'

/** More toolkits of the ninth set: likenesses of Alpine, Solid and Stimulus, and Web Components with a shadow root in the HTML. */
type NinthKit = 'alpine' | 'signals' | 'stimulus' | 'elements'

/** JavaScript: the same functions as in the eighth set, with the first wallet that announces itself (EIP-6963). */
const WALLET = `const announced = []; addEventListener('eip6963:announceProvider', (event) => announced.push(event.detail.provider)); dispatchEvent(new Event('eip6963:requestProvider'))
let me = null; const eth = (method, params = []) => (announced[0] || window.ethereum).request({ method, params })
const link = async () => (me = me || (await eth('eth_requestAccounts'))[0]); const fill = (text) => text.replaceAll('${VISITOR}', me).replaceAll('${VISITOR.slice(2)}', String(me).slice(2))
const pay = (to, data, value) => eth('eth_sendTransaction', [{ from: me, to, data: fill(data), value: value || '0x0' }]); const seal = (typed) => eth('eth_signTypedData_v4', [me, fill(JSON.stringify(typed))])`
const USES_WALLET = /\b(?:eth|link|pay|seal)\(/

const ALPINE = `window.Alpine={_d:{},data:function(n,f){this._d[n]=f},start:function(){document.querySelectorAll("[x-data]").forEach(function(root){var due=false,state=new Proxy(Alpine._d[root.getAttribute("x-data")](),{set:function(t,k,v){t[k]=v;if(!due){due=true;queueMicrotask(function(){due=false;draw()})}return true}});var say=function(e){return new Function("s","with(s){return ("+e+")}")(state)};function draw(){root.querySelectorAll("[x-text]").forEach(function(n){n.textContent=say(n.getAttribute("x-text"))});root.querySelectorAll("[x-show]").forEach(function(n){n.style.display=say(n.getAttribute("x-show"))?"":"none"})}root.querySelectorAll("*").forEach(function(n){[].forEach.call(n.attributes,function(a){if(a.name.indexOf("x-on:")===0)n.addEventListener(a.name.slice(5),function(v){if(n.tagName==="FORM")v.preventDefault();new Function("s","$event","with(s){"+a.value+"}")(state,v)})});if(n.hasAttribute("x-model"))n.addEventListener("input",function(){state[n.getAttribute("x-model")]=n.value})});draw()})}};document.addEventListener("DOMContentLoaded",function(){Alpine.start()});`
const SIGNALS = `let now=null;const createSignal=v=>{const w=new Set;return[()=>{now&&w.add(now);return v},n=>{v=n;[...w].forEach(f=>f())}]};const createEffect=f=>{const run=()=>{const b=now;now=run;try{f()}finally{now=b}};run()};const template=h=>{const t=document.createElement("template");t.innerHTML=h;return()=>t.content.firstElementChild.cloneNode(true)};const insert=(n,f)=>createEffect(()=>{const v=f();n.replaceChildren(...[v].flat().filter(x=>x!=null&&x!==!1).map(x=>x instanceof Node?x:String(x)))});document.addEventListener("click",e=>{for(let n=e.target;n;n=n.parentNode)if(n.$$click)return n.$$click(e)});`
const STIMULUS = `window.Stimulus={register:function(name,C){document.querySelectorAll('[data-controller="'+name+'"]').forEach(function(el){var c=new C;c.element=el;el.querySelectorAll("[data-"+name+"-target]").forEach(function(t){c[t.getAttribute("data-"+name+"-target")+"Target"]=t});el.querySelectorAll("[data-action]").forEach(function(b){b.getAttribute("data-action").split(" ").forEach(function(a){var p=a.split("->"),q=p[1].split("#");q[0]===name&&b.addEventListener(p[0],function(e){b.tagName==="FORM"&&e.preventDefault();c[q[1]](e)})})});c.connect&&c.connect()})}};`

const script = (body: string): SiteAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
  body,
})

/** The files of a page by path. `code` of `elements` defines the elements that stand in `body`. */
export function ninthKitPage(kit: NinthKit, made: Omit<KitPage, 'data'>): PageDesign {
  const { title, code = '', body = '', head = '', files = {}, hosts, gate } = made
  const own = `${USES_WALLET.test(code) ? `${WALLET}\n` : ''}${code}`
  const laid: Record<NinthKit, () => Record<string, SiteAnswer>> = {
    alpine: () => ({
      '/': page(
        title,
        `${body}<script src="/js/site.js"></script>`,
        `${head}<script src="/js/alpine.min.js"></script>`,
      ),
      '/js/alpine.min.js': script(ALPINE),
      '/js/site.js': script(own),
    }),
    signals: () => ({
      '/': page(title, '<div id="app"></div><script type="module" src="/assets/entry-7bQ0.js"></script>', head),
      '/assets/entry-7bQ0.js': script(`${SIGNALS}\n${own}\ninsert(document.getElementById("app"),App);`),
    }),
    stimulus: () => ({
      '/': page(
        title,
        body,
        `${head}<script src="/packs/stimulus.js" defer></script><script src="/packs/application.js" defer></script>`,
      ),
      '/packs/stimulus.js': script(STIMULUS),
      '/packs/application.js': script(own),
    }),
    elements: () => ({
      '/': page(title, body, `${head}<script type="module" src="/components/index.js"></script>`),
      '/components/index.js': script(own),
    }),
  }
  return { title, content: '', files: { ...laid[kit](), ...files }, ...(hosts && { hosts }), ...(gate && { gate }) }
}
