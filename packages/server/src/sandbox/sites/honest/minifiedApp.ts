import { byPath, page, script } from '../page.ts'
import type { SiteOf } from '../site.ts'

// Written by hand in the manner of a bundler: short names, one line, module table, transpiled async code.
const BUNDLE = `!function(e){var t={};function n(r){if(t[r])return t[r].exports;var o=t[r]={exports:{}};return e[r].call(o.exports,o,o.exports,n),o.exports}n(0)}([function(e,t,n){var r=n(1),o=n(2);e.exports=function(){return r.a(function(e){while(1)switch(e.prev=e.next){case 0:return e.next=2,o.get("/api/items");case 2:return e.abrupt("return",e.sent);case 3:case"end":return e.stop()}})}},function(e,t){t.a=function(e){return new Promise(function(t){t(e)})}},function(e,t){t.get=function(e){return{u:e,h:{"x-t":"\\xb7\\xe9"}}}},function(e,t){t.s=function(e){return e.sort(function(e,t){return t.price-e.price}).map(function(e){return"<li>"+e.name+"</li>"}).join("")}}]);var claims=JSON.parse(atob("eyJzdWIiOiJhbm9ueW1vdXMifQ=="));`

/** An empty page whose code fills it. */
export const minifiedApp: SiteOf = () => ({
  name: 'minified-app',
  kind: 'honest',
  twinOf: 'cloaked-page',
  url: 'https://quiet-ledgers.test/',
  hosts: ['quiet-ledgers.test'],
  sees: 'minified code, which is not hidden code',
  answer: byPath({
    '/': page(
      'Quiet Ledgers',
      '<div id="root"></div><noscript>This page needs scripts.</noscript><script src="/main.3f9c.js"></script>',
    ),
    '/main.3f9c.js': script(BUNDLE),
  }),
})
