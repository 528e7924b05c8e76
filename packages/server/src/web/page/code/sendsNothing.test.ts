import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyOutline } from '../html/outline.ts'
import { unfold } from './obfuscation.ts'
import { sendsNothing } from './sendsNothing.ts'

const READ = { unread: [], obfuscation: [], scripts: [], linked: true }
const keeps = (code: string, outline = {}, read = {}) =>
  sendsNothing([unfold('inline', code)], { ...emptyOutline(), ...outline }, { ...READ, ...read })

const LOCAL =
  "const at = (id) => document.getElementById(id); const acts = [async (button) => { const bytes = new TextEncoder().encode(at('area').value.normalize('NFKD')); at('out').textContent = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((one) => one.toString(16)).join(' '); localStorage.setItem('k', at('out').textContent) }]\nconst v = at('area').value; document.querySelectorAll('[data-at]').forEach((button) => { button.onclick = () => Promise.resolve(acts[button.dataset.at](button)).catch(() => undefined) })"

test('code that computes and shows keeps what is typed', () => {
  assert.equal(keeps(LOCAL), true)
  for (const more of [
    'const sum = (a, b) => (a + b) % 7; for (const one of [1, 2]) { sum(one, 2) }',
    `const words = \`\${v} and \${v.length}\`; at("out").textContent = words.split(/\\s+/)[0]`,
    'at("out").innerHTML = "<p class=\\"a\\">Checked</p>"',
    'setTimeout(() => at("out").focus(), 20)',
    "customElements.define('app-shell', class extends HTMLElement { connectedCallback() { const shadow = this.attachShadow({ mode: 'open' }); shadow.innerHTML = '<main>text</main>' } })",
  ])
    assert.equal(keeps(`${LOCAL}; ${more}`), true, more)
})

test('every way out, by whatever name, sends', () => {
  const ways = [
    ...["fetch('/a', { body })", 'navigator.sendBeacon(u, v)', 'new Image().src = u + v', "window['fe' + 'tch'](u)"],
    ...[
      'location.hash = v',
      'form.submit()',
      'self[name](v)',
      'eval(text)',
      'import(u)',
      'open(u + v)',
      'a.href = u + v',
    ],
    ...["at.innerHTML = '<img src=' + u + v + '>'", 'document.createElement(tag)', "x.setAttribute('src', u)"],
    ...[
      '[].map.constructor(t)()',
      '[][a + b](t)()',
      'const w = window; w[a]',
      "atob('ZmV0Y2goJy9hJyk=')",
      'parent.postMessage(v)',
      'new Worker(u)',
      "style.background = 'url(' + v",
    ],
  ]
  ways.push(
    ...['navigation.navigate(u + v)', 'new Audio(u + v)', 'fetchLater(u)', 'Object.assign(img, { src: u + v })'],
    ...['const fetchLater = 1; fetchLater(u)', 'img.attributes.src.value = u + v', 'new webkitRTCPeerConnection(v)'],
    ...[
      "at('o').innerHTML = '<input type=image src=' + v + '>'",
      "at('o').innerHTML = v",
      "at('o').innerHTML = '<p>' + v",
    ],
    ...["at('s').textContent = '@import \"//a.example/' + v", 'sheet.insertRule(v)', "at('o').style.color = v"],
    ...[
      "at('o')[v] = u",
      "at('o')['src'] = u",
      'const k = v; at(k)[k]',
      'const { location: l } = document',
      '(() => 0)[v](u)',
    ],
    ...[
      "const { ['fetch']: f } = this",
      "const { 'fetch': f } = this",
      'acts[v][v](u)',
      'acts[v] = u',
      'this?.[v]',
      'x = let[v]',
    ],
    ...['setTimeout(v, 1)', 'setTimeout(at, 1)', "at('x').insertAdjacentHTML('beforeend', v)", 'const w = \u0077indow'],
    ...[
      "if (v) /'/.test(v); fetch(u) //'",
      "x++ /'/ 2",
      "<!-- '\nfetch(u) //'",
      'const get = document; get[v]',
      'const of = this; of[v]',
    ],
    ...[
      'const n = 2; at(v)[n](u)',
      `\`\${fetch(u)}\``,
      "at('o').innerHTML = '\\x3cimg src=a>'",
      'alert.constructor(v)()',
    ],
  )
  ways.push(
    ...["const { constructor } = at; constructor('x')()", "const f = ({ constructor }) => constructor('x')(); f(at)"],
    ...[
      "const { submit } = at('a')",
      "const { src: s } = at('a')",
      '({ innerHTML: at.x } = v)',
      "const l = [1]; const f = l['constructor']",
    ],
    ...[
      "[at('o').src] = [u]",
      "for (at('o').src of [u]) { }",
      'class A extends HTMLElement { [v]() { } }',
      'document = v',
      'with (document) { }',
    ],
    ...[
      'label: for (;;) { break label } fetch(u)',
      'new.target',
      `String.raw\`\${v}\``,
      "at('o')?.[v]",
      "delete at('o').src",
      'super.x',
    ],
  )
  for (const way of ways) assert.equal(keeps(`${LOCAL}; ${way}`), false, way)
})

test('a function that makes elements of what stands in the code keeps what is typed', () => {
  const made = [
    "const show = (html) => { at('view').innerHTML = html }; show('<h2>Import</h2><textarea rows=\"4\"></textarea>'); show('<p>Done</p>')",
    "const h = (tag, props, ...children) => { const made = document.createElement(tag); Object.assign(made, props); made.append(...children); return made }; document.body.append(h('div', { className: 'layout', innerHTML: '<main id=\"v\">text</main>' }, h('p', { textContent: v })))",
  ]
  for (const code of made) assert.equal(keeps(`${LOCAL}; ${code}`), true, code)
})

test('a constant that a bundle keeps with itself is no way out, a member of anything else is', () => {
  assert.equal(keeps(`!function(){"use strict";var e={};e.v="3.9.5";${LOCAL}}();`), true)
  for (const code of [
    'const e = {}; e.src = v',
    'const e = {}; e.__proto__ = 1',
    'let e = {}; e = at("a"); e.src = "https://a.example"',
    "const e = document; e.cookie = 'a'",
    "const e = {}; [e].map((e) => { e.src = 'https://a.example' })",
  ])
    assert.equal(keeps(`${LOCAL}; ${code}`), false, code)
})

test('bytes that become base64 at once keep what is typed, letters made of numbers do not', () => {
  const bytes = 'new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(v)))'
  const stored = `localStorage.setItem('k', btoa(String.fromCharCode(...${bytes})))`
  assert.equal(keeps(`${LOCAL}; (async () => { ${stored} })()`), true)
  for (const code of [
    "at('s').textContent = String.fromCharCode(64) + 'import url(//a.example/' + v",
    'const f = String.fromCharCode; btoa(f(64))',
    "at('s').textContent = btoa(String.fromCharCode(64), at('s').textContent = String.fromCharCode(64))",
    "const btoa = (text) => text; at('s').textContent = btoa(String.fromCharCode(64))",
  ])
    assert.equal(keeps(`${LOCAL}; ${code}`), false, code)
})

test('a function that may be given anything else sends', () => {
  const show = (more: string) => `const show = (html) => { at('view').innerHTML = html }; show('<p>a</p>'); ${more}`
  const h = (more: string) =>
    `const h = (tag, props) => { const made = document.createElement(tag); Object.assign(made, props); return made }; h('p', { className: 'a' }); ${more}`
  for (const code of [
    ...[show('show(v)'), show("show('<p>' + v)"), show('[v].forEach(show)'), show('const other = show; other(v)')],
    ...[
      show('show(...[v])'),
      show('show()'),
      show("show('<img src=a>')"),
      show('acts.push(show)'),
      show('show.call(null, v)'),
    ],
    "const show = (html) => { html = v; at('view').innerHTML = html }; show('<p>a</p>')",
    "const show = (html) => { for (html of [v]) at('view').innerHTML = html }; show('<p>a</p>')",
    "const show = (html) => { [v].map((html) => { at('view').innerHTML = html }) }; show('<p>a</p>')",
    "const html = v; const show = (html) => { }; show('<p>a</p>'); at('view').innerHTML = html",
    "let show = (html) => { at('view').innerHTML = html }; show('<p>a</p>'); show = v",
    ...[
      h("h('img', { className: 'a' })"),
      h("h(v, { className: 'a' })"),
      h("h('p', { src: v })"),
      h("h('p', { className: v })"),
    ],
    ...[
      h("h('p', { innerHTML: v })"),
      h("h('p', { ...v })"),
      h("h('p', { [v]: v })"),
      h("h('p', v)"),
      h("h('p', { get id() { return v } })"),
    ],
    ...[
      "Object.assign(at('a'), v)",
      'Object.assign(at(v), { href: v })',
      "const { assign } = Object; assign(at('a'), v)",
    ],
    "Object.assign(at('a'), { className: 'a' }, v)",
    "const put = Object.assign; put(at('a'), { src: v })",
  ])
    assert.equal(keeps(`${LOCAL}; ${code}`), false, code)
})

test('unread parts, hidden code, a form, a frame, and the next page where something is stored are ways out', () => {
  assert.equal(keeps(LOCAL, {}, { unread: ['script https://a.example/a.js: 404'] }), false)
  assert.equal(keeps(LOCAL, {}, { obfuscation: [{ kind: 'packed', where: 'inline', excerpt: '' }] }), false)
  assert.equal(keeps(LOCAL, { forms: [{ action: null }] }), false)
  assert.equal(keeps(LOCAL, { frames: [{ src: '/a', hidden: false }] }), false)
  assert.equal(keeps(LOCAL, { links: [{ href: '/next', download: false }] }), false)
  const library = { src: 'https://code.jquery.com/jquery.js', bytes: 0, read: false, offSite: true, why: 'well-known' }
  assert.equal(keeps(LOCAL, {}, { scripts: [library] }), false)
})

test('code of any length and depth is read in no time, or not at all', () => {
  const long = [
    `\`${'a'.repeat(2_000_000)}\``,
    `'${'a'.repeat(2_000_000)}'`,
    `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
    `${'const['.repeat(9_000)}${']'.repeat(9_000)}`,
    `${'a/*'.repeat(2_000)}${'x'.repeat(90_000)}`,
    `${'l['.repeat(20_000)}0${']'.repeat(20_000)}`,
  ]
  const began = process.cpuUsage()
  for (const code of long) assert.equal(keeps(code), false)
  const { user, system } = process.cpuUsage(began)
  assert.ok(user + system < 2_000_000, `${user + system} µs of processor time`)
})

test('a handler may call a function of the page by a name that no element has', () => {
  const code = `${LOCAL}; function convertAll() { at('out').textContent = v }`
  const calls = (handler: string, more = code) => keeps(more, { handlers: [handler] })
  for (const handler of ['onclick=convertAll()', 'oninput=convertAll(event);', 'onsubmit=return convertAll()'])
    assert.equal(calls(handler), true, handler)
  for (const handler of [
    'onclick=submit()',
    'onclick=convertAll(this.form)',
    'onclick=convertAll(); submit()',
    'onclick=requestSubmit()',
    'onclick=otherOne()',
    'convertAll()',
    "onclick=location.href='/a?'+v",
  ])
    assert.equal(calls(handler), false, handler)
  assert.equal(calls('onclick=submit()', `${LOCAL}; function submit() { at('out').textContent = v }`), false)
  assert.equal(calls('onclick=convertAll()', `${code}; fetch('/a')`), false)
})
