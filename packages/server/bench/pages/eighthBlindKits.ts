import { page } from '../../src/sandbox/sites/page.ts'
import type { SiteAnswer } from '../../src/sandbox/sites/site.ts'
import { type PageDesign, VISITOR } from './pageDesign.ts'

/** What a page of the eighth set is built with: small hand-made likenesses of common toolkits, the same ones on both sides. */
export type Kit = 'react' | 'vue' | 'svelte' | 'jquery' | 'lit' | 'next' | 'htmx' | 'canvas' | 'wasm' | 'pwa'

/** A page with its toolkit. `code`: JavaScript in the manner of that toolkit; `body`: HTML that the server sends. */
export type KitPage = {
  title: string
  code?: string
  body?: string
  head?: string
  /** Strings that a `wasm` page keeps in its module. */
  data?: object
  files?: Readonly<Record<string, SiteAnswer>>
  hosts?: PageDesign['hosts']
  gate?: PageDesign['gate']
}

/** JavaScript: `eth(method, params)`, `me` after `link()`, and the visitor's account in texts by `fill`. */
const WALLET = `let me = null; const eth = (method, params = []) => window.ethereum.request({ method, params })
const link = async () => (me = me || (await eth('eth_requestAccounts'))[0]); const fill = (text) => text.replaceAll('${VISITOR}', me).replaceAll('${VISITOR.slice(2)}', String(me).slice(2))
const pay = (to, data, value) => eth('eth_sendTransaction', [{ from: me, to, data: fill(data), value: value || '0x0' }]); const seal = (typed) => eth('eth_signTypedData_v4', [me, fill(JSON.stringify(typed))])`
const USES_WALLET = /\b(?:eth|link|pay|seal)\(/

const REACT = `var R=(()=>{let s=[],i=0,d=()=>{};const useState=v=>{const k=i++;k in s||(s[k]=v);return[s[k],n=>{s[k]=typeof n=="function"?n(s[k]):n;d()}]};const jsx=(t,p,...c)=>({t,p:p||{},c:c.flat()});const m=n=>{if(n==null||n===!1)return document.createTextNode("");if(typeof n!="object")return document.createTextNode(n);if(typeof n.t=="function")return m(n.t(n.p));const e=document.createElement(n.t);for(const k in n.p){const v=n.p[k];k.startsWith("on")?e.addEventListener(k.slice(2).toLowerCase(),v):k in e&&k!="style"&&k!="list"?e[k]=v:e.setAttribute(k,v)}return n.c.forEach(x=>e.append(m(x))),e};return{jsx,useState,render:(C,h)=>{d=()=>{i=0;h.replaceChildren(m(C({})))};d()}}})();`
const VUE = `var Vue={createApp(o){return{mount(sel){const host=document.querySelector(sel),tpl=o.template||host.innerHTML;const say=(e,s)=>{try{return new Function("s","with(s){return ("+e+")}")(s)}catch{return ""}};let due=!1;const state=new Proxy(Object.assign(o.data(),o.methods),{set(t,k,v){t[k]=v;due||(due=!0,queueMicrotask(()=>{due=!1;draw()}));return!0}});const draw=()=>{const box=document.createElement("div");box.innerHTML=tpl;box.querySelectorAll("[v-if]").forEach(e=>{say(e.getAttribute("v-if"),state)||e.remove()});box.querySelectorAll("[v-for]").forEach(e=>{const[,one,all]=e.getAttribute("v-for").match(/(\\w+) in (.+)/);e.removeAttribute("v-for");const html=e.outerHTML;e.outerHTML=say(all,state).map(x=>html.replace(/\\{\\{ (\\w+)(\\.\\w+)? \\}\\}/g,(a,n,m)=>n===one?(m?x[m.slice(1)]:x):a).replaceAll("$"+one,x)).join("")});const walk=n=>{if(n.nodeType===3)n.data=n.data.replace(/\\{\\{ (.+?) \\}\\}/g,(_,e)=>say(e,state));else{for(const a of[...n.attributes||[]])if(a.name[0]==="@"){n.addEventListener(a.name.slice(1),ev=>new Function("s","$event","with(s){"+a.value+"}")(state,ev));n.removeAttribute(a.name)}n.childNodes.forEach(walk)}};walk(box);host.replaceChildren(...box.childNodes)};draw();o.mounted&&o.mounted.call(state)}}}};`
const SVELTE = `const element=n=>document.createElement(n),text=d=>document.createTextNode(d),append=(t,n)=>t.appendChild(n),insert=(t,n,a)=>t.insertBefore(n,a||null),attr=(n,k,v)=>n.setAttribute(k,v),listen=(n,e,h)=>n.addEventListener(e,h),set_data=(t,d)=>{t.data=d},detach=n=>n.parentNode&&n.parentNode.removeChild(n);function init(c,o,i,f){const x={ctx:[]};x.ctx=i(c,(k,v)=>{x.ctx[k]=v;x.f&&x.f.p(x.ctx,k)});x.f=f(x.ctx);x.f.c();x.f.m(o.target,null)}`
const JQUERY = `!function(w){function J(n){this.n=n}var $=w.jQuery=w.$=function(q){return typeof q=="function"?(document.readyState=="loading"?document.addEventListener("DOMContentLoaded",q):q()):new J(typeof q=="string"?[...document.querySelectorAll(q)]:[q])};J.prototype={on:function(e,s,f){return typeof s=="function"?this.each(x=>x.addEventListener(e,s)):this.each(x=>x.addEventListener(e,v=>{var t=v.target.closest(s);t&&f.call(t,v)}))},each:function(f){this.n.forEach(f);return this},html:function(h){return this.each(x=>{x.innerHTML=h})},text:function(h){return h===void 0?this.n.map(x=>x.textContent).join(""):this.each(x=>{x.textContent=h})},val:function(v){return v===void 0?(this.n[0]||{}).value:this.each(x=>{x.value=v})},show:function(){return this.each(x=>{x.style.display=""})},hide:function(){return this.each(x=>{x.style.display="none"})},append:function(h){return this.each(x=>x.insertAdjacentHTML("beforeend",h))},serialize:function(){return new URLSearchParams(new FormData(this.n[0])).toString()}};$.ajax=function(o){var r=new XMLHttpRequest;r.open(o.type||"GET",o.url);o.data&&r.setRequestHeader("content-type","application/x-www-form-urlencoded");r.onload=function(){o.success&&o.success(r.responseText)};r.onerror=function(){o.error&&o.error()};r.send(o.data)};$.post=function(u,d,f){$.ajax({type:"POST",url:u,data:d,success:f})};$.getJSON=function(u,f){$.ajax({url:u,success:function(t){f(JSON.parse(t))}})}}(window);`
const LIT = `export const html=(s,...v)=>{const m=[];return{h:s.reduce((a,p,i)=>{if(!i)return p;const x=v[i-1];if(typeof x=="function"){m.push(x);return a.replace(/@(\\w+)=$/,(_,e)=>"data-e="+e+"-"+(m.length-1))+p}if(x&&x.h){const k=m.length;m.push(...x.m);return a+x.h.replace(/data-e=(\\w+)-(\\d+)/g,(_,e,n)=>"data-e="+e+"-"+(k+ +n))+p}return a+(Array.isArray(x)?x.join(""):x??"")+p},""),m}};export class LitElement extends HTMLElement{constructor(){super();this.attachShadow({mode:"open"})}connectedCallback(){this.update()}update(){const{h,m}=this.render();this.shadowRoot.innerHTML=h;this.shadowRoot.querySelectorAll("[data-e]").forEach(n=>{const[e,k]=n.dataset.e.split("-");n.addEventListener(e,m[k].bind(this))})}$(q){return this.shadowRoot.querySelector(q)}}`
const HTMX = `!function(){var go=function(n){n.querySelectorAll("[hx-get],[hx-post]").forEach(function(e){if(e._h)return;e._h=1;e.addEventListener(e.tagName=="FORM"?"submit":"click",function(v){v.preventDefault();var post=e.getAttribute("hx-post"),f=e.closest("form"),x=new XMLHttpRequest;x.open(post?"POST":"GET",post||e.getAttribute("hx-get"));x.setRequestHeader("HX-Request","true");x.onload=function(){var t=document.querySelector(e.getAttribute("hx-target"));t.innerHTML=x.responseText;t.querySelectorAll("script").forEach(function(s){var c=document.createElement("script");c.textContent=s.textContent;s.replaceWith(c)});go(t)};post&&x.setRequestHeader("content-type","application/x-www-form-urlencoded");x.send(f&&post?new URLSearchParams(new FormData(f)).toString():null)})})};document.addEventListener("DOMContentLoaded",function(){go(document)})}();`
const CANVAS = `const scene=document.querySelector("canvas"),pen=scene.getContext("2d");let spots=[];const clear=()=>{pen.fillStyle="#fff";pen.fillRect(0,0,scene.width,scene.height);spots=[]};const write=(t,x,y,size)=>{pen.fillStyle="#222";pen.font=(size||18)+"px sans-serif";pen.fillText(t,x,y)};const press=(t,x,y,w,act)=>{pen.fillStyle="#2457d6";pen.fillRect(x,y,w,40);pen.fillStyle="#fff";pen.font="18px sans-serif";pen.fillText(t,x+14,y+26);spots.push({x,y,w,h:40,act})};scene.addEventListener("pointerdown",e=>{const b=scene.getBoundingClientRect(),x=e.clientX-b.left,y=e.clientY-b.top,s=spots.find(o=>x>=o.x&&x<=o.x+o.w&&y>=o.y&&y<=o.y+o.h);s&&Promise.resolve(s.act()).catch(()=>{})});`

const script = (body: string): SiteAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
  body,
})

/** A module of WebAssembly that keeps a text in its memory, exported as `m`, in base64. */
function moduleOf(text: string): string {
  const leb = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)])
  const bytes = [...Buffer.from(text, 'utf8')]
  const data = [1, 0, 0x41, 0, 0x0b, ...leb(bytes.length), ...bytes]
  const made = [
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    5,
    3,
    1,
    0,
    1,
    7,
    5,
    1,
    1,
    0x6d,
    2,
    0,
    0x0b,
    ...leb(data.length),
    ...data,
  ]
  return Buffer.from(made).toString('base64')
}

/** The files of a page by path, as its toolkit lays them out. */
export function kitPage(kit: Kit, made: KitPage): PageDesign {
  const { title, code = '', body = '', head = '', files = {}, hosts, gate } = made
  const own = `${USES_WALLET.test(code) ? `${WALLET}\n` : ''}${code}`
  const shell = (inside: string, more = ''): SiteAnswer => page(title, inside, `${head}${more}`)
  const laid: Record<Kit, () => Record<string, SiteAnswer>> = {
    react: () => ({
      '/': shell(
        '<div id="root"></div>',
        '<script type="module" crossorigin src="/assets/index-C4x1Zq9b.js"></script>',
      ),
      '/assets/index-C4x1Zq9b.js': script(
        `${REACT}const{jsx:h,useState}=R;${own}\nR.render(App,document.getElementById("root"));`,
      ),
    }),
    vue: () => ({
      '/': shell(
        `<div id="app">${body}</div><script src="/js/vue.global.prod.js"></script><script src="/js/app.js"></script>`,
      ),
      '/js/vue.global.prod.js': script(VUE),
      '/js/app.js': script(own),
    }),
    svelte: () => ({
      '/': shell('', '<script defer src="/build/bundle.js"></script>'),
      '/build/bundle.js': script(
        `(function(){'use strict';${SVELTE}\n${own}\ninit(null,{target:document.body},instance,create_fragment)})();`,
      ),
    }),
    jquery: () => ({
      '/': shell(`${body}<script src="/js/jquery-3.7.1.min.js"></script><script>${own}</script>`),
      '/js/jquery-3.7.1.min.js': script(JQUERY),
    }),
    lit: () => ({
      '/': shell('<main-view></main-view>', '<script type="module" src="/app.js"></script>'),
      '/vendor/lit-all.min.js': script(LIT),
      '/app.js': script(
        `import { html, LitElement } from '/vendor/lit-all.min.js'\n${own}\ncustomElements.define('main-view', MainView)`,
      ),
    }),
    next: () => ({
      '/': shell(
        `<div id="__next">${body}</div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: made.data ?? {} }, page: '/', buildId: 'k2Jx0' })}</script><script src="/_next/static/chunks/main-9c1f.js" defer></script>`,
      ),
      '/_next/static/chunks/main-9c1f.js': script(
        `(self.webpackChunk_N_E=self.webpackChunk_N_E||[]).push([[888],{}]);(()=>{const{props:{pageProps:props}}=JSON.parse(document.getElementById("__NEXT_DATA__").textContent);${own}})();`,
      ),
    }),
    htmx: () => ({
      '/': shell(
        `${body}${code === '' ? '' : `<script>${own}</script>`}`,
        '<script src="/static/htmx.min.js"></script>',
      ),
      '/static/htmx.min.js': script(HTMX),
    }),
    canvas: () => ({
      '/': shell('<canvas width="640" height="720" aria-label="app"></canvas><script src="/main.dart.js"></script>'),
      '/main.dart.js': script(`(function(){${CANVAS}\n${own}})()`),
    }),
    wasm: () => ({
      '/': shell('<div id="main">…</div><script type="module" src="/pkg/app.js"></script>'),
      '/pkg/app.js':
        script(`const raw = Uint8Array.from(atob('${moduleOf(JSON.stringify(made.data ?? {}))}'), (c) => c.charCodeAt(0))
const { instance } = await WebAssembly.instantiate(raw); const bytes = new Uint8Array(instance.exports.m.buffer); const data = JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))))
const main = document.getElementById('main'); ${own}`),
    }),
    pwa: () => ({
      '/': shell(
        `${body}<script type="module" src="/app.mjs"></script>`,
        '<link rel="manifest" href="/app.webmanifest"><meta name="theme-color" content="#123">',
      ),
      '/app.webmanifest': {
        status: 200,
        headers: { 'content-type': 'application/manifest+json' },
        body: JSON.stringify({ name: title, start_url: '/', display: 'standalone', icons: [] }),
      },
      '/sw.js': script(`addEventListener('install', () => skipWaiting()); addEventListener('fetch', () => undefined)`),
      '/app.mjs': script(`navigator.serviceWorker?.register('/sw.js').catch(() => undefined)\n${own}`),
    }),
  }
  return { title, content: '', files: { ...laid[kit](), ...files }, ...(hosts && { hosts }), ...(gate && { gate }) }
}
