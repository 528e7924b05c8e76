import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyOutline } from '../html/outline.ts'
import { unfold } from './obfuscation.ts'
import { sendsNothing } from './sendsNothing.ts'

const READ = { unread: [], obfuscation: [], scripts: [], linked: true }
const keeps = (code: string, outline = {}, read = {}) =>
  sendsNothing([unfold('inline', code)], { ...emptyOutline(), ...outline }, { ...READ, ...read })

const LOCAL =
  "go.onclick = async () => { const bytes = new TextEncoder().encode(area.value); out.textContent = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].join(' '); localStorage.setItem('k', out.textContent) }"

test('code that computes and shows keeps what is typed', () => {
  assert.equal(keeps(LOCAL), true)
  assert.equal(keeps('const item = list[at]; rows.push(item)'), true)
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
  for (const way of ways) assert.equal(keeps(`${LOCAL}; ${way}`), false, way)
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
