import assert from 'node:assert/strict'
import { it } from 'node:test'
import { EgressError } from '@redoubt/egress/egressError.ts'
import { visit } from '@redoubt/risk/testing/sampleUrl.ts'
import { NOT_LOOKED_AT, SHOWN_BY_A_BROWSER } from '@redoubt/risk/url/unseenParts.ts'
import { parseSite } from '../address/parseSite.ts'
import type { VisitFetch } from '../visit/requestHeaders.ts'
import { createPageReader } from './createPageReader.ts'

const { code, marks, steps, worker, fields, answers, frames, copies, sent } = SHOWN_BY_A_BROWSER
const { pictureText, program } = NOT_LOOKED_AT

async function unseen(html: string, linked = false): Promise<string[]> {
  const fetch = (() => Promise.reject(new EgressError('dns', 'nothing is fetched'))) as unknown as VisitFetch
  const read = createPageReader({ fetch, parse: parseSite, brands: [VIDEOS], linked })
  const page = await read({ visit: visit(), html }, AbortSignal.timeout(60_000))
  return page?.unread.filter((entry) => !entry.startsWith('script ')) ?? []
}

const VIDEOS = { brand: 'Videos', names: ['videos'], domains: ['videos.example'] }
const PICTURE = '<img src="/a.png" width="600" height="200">'
const DRAWING = '<svg width="40" height="40"><path d="M1 1h9v9z"/></svg>'
const LOGIN = '<input name="email" type="email"><input name="pass" type="password">'
const ADDRESS = `0x${'ab'.repeat(20)}`
const LONG =
  '<p>A journal of the marsh, with the birds of each month, the tides, and letters of those who walk there.</p>'.repeat(
    3,
  )
const chain = (act: string) =>
  `<input id="w" type="text"><script>const all = []; go.onclick = () => { const one = w.value.trim(); ${act} }</script>`

const CASES: [what: string, html: string, ...parts: string[]][] = [
  [
    'twelve fields that code writes and sends',
    `${LONG}<script>go.onclick = () => { box.innerHTML = '<form>' + Array.from({ length: 12 }, () => '<input>').join('') + '</form>'; fetch('/a', { method: 'POST', body: all() }) }</script>`,
    fields,
  ],
  [
    'what is copied for the console',
    `${LONG.repeat(20)}<p>Press Ctrl + Shift + J and paste.</p><script>go.onclick = () => navigator.clipboard.writeText(code)</script>`,
    copies,
  ],
  [
    'what it copies for the console',
    `<p>Press F12 and open the console.</p>${LONG}<script>go.onclick = () => navigator.clipboard.writeText(code)</script>`,
    copies,
  ],
  [
    'a link that is copied',
    `<p>Share</p>${LONG}<script>go.onclick = () => navigator.clipboard.writeText(url)</script>`,
  ],
  ['a login under a drawing', `${DRAWING}${LOGIN}`, marks],
  ['a login whose style sheet was not looked at', `<link rel="stylesheet" href="/a.css">${LOGIN}`, marks],
  [
    'a login whose code sets the icon',
    `${LOGIN}<script>document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="' + data + '">')</script>`,
    marks,
  ],
  ['a login without a picture', LOGIN],
  ['a login in a box over the page', `<div style="position: fixed; top: 9px">${LOGIN}</div>`, marks],
  [
    'a login that code shows after a press',
    `${LONG}<script>go.onclick = () => { main.innerHTML = '<div><p>Sign in to vote</p><input type="password"></div>' }</script>`,
    fields,
  ],
  [
    'an area for text that code shows and sends',
    `${LONG}<script>go.onclick = () => { main.innerHTML = '<div><p>Write here what you want</p><textarea></textarea></div>'; ok.onclick = () => fetch('/a', { method: 'POST', body: area.value }) }</script>`,
    fields,
  ],
  [
    'an area for text that code shows and keeps',
    `${LONG}<script>go.onclick = () => { main.innerHTML = '<div><p>Write here what you want</p><textarea></textarea></div>' }</script>`,
  ],
  [
    'words that a worker is given',
    `<textarea id="t"></textarea><script>go.onclick = () => { const one = new Worker('/w.js'); one.postMessage(t.value) }</script>`,
    worker,
  ],
  [
    'a worker that is given nothing typed',
    `${LONG}<script>const one = new Worker('/w.js'); one.postMessage(9)</script>`,
  ],
  [
    'twelve fields without a name that are sent',
    `${'<input>'.repeat(12)}<script>go.onclick = () => fetch('/a', { method: 'POST', body: all() })</script>`,
    steps,
  ],
  [
    'eleven of them',
    `${'<input>'.repeat(11)}<script>go.onclick = () => fetch('/a', { method: 'POST', body: all() })</script>`,
  ],
  [
    'typing that is sent with nothing to press',
    `<textarea id="t"></textarea><script>t.addEventListener('input', () => navigator.sendBeacon('/a', t.value))</script>`,
    steps,
  ],
  [
    'typing that is counted',
    `<textarea id="t"></textarea><script>t.addEventListener('input', () => { n.textContent = t.value.length })</script>`,
  ],
  [
    'squares that code draws as a path',
    `${LONG}<script>go.onclick = () => { main.innerHTML = '<svg><path d="${'M8 8h1v1H8Z'.repeat(200)}"/></svg>' }</script>`,
    code,
  ],
  [
    'a drawing of curves in code',
    `${LONG}<script>go.onclick = () => { main.innerHTML = '<svg><path d="${'M8 8c1 2 3 4 5 6Z'.repeat(80)}"/></svg>' }</script>`,
  ],
  ['a picture beside an article', `${LONG}${PICTURE}`],
  ['a picture beside an address to pay to', `${LONG}<p>${ADDRESS}</p>${PICTURE}`, pictureText],
  ['a small one', `${LONG}<p>${ADDRESS}</p><img src="/a.png" width="40" height="40">`],
  ['a picture that says the rest of a form', `<p>Please.</p>${PICTURE}<input name="words" type="text">`, pictureText],
  ['a picture beside a comment', `${LONG}${PICTURE}<textarea name="comment"></textarea>`],
  [
    'words that are collected and sent',
    chain(`all.push(one); w.value = ''; if (all.length > 9) fetch('/k', { body: all })`),
    steps,
  ],
  ['words that are counted and stay', chain(`all.push(one); w.value = ''; say(all.length)`)],
  [
    'a search that sends',
    `<input name="q" type="text"><script>go.onclick = () => { fetch('/s?' + q.value); q.value = '' }</script>`,
  ],
  [
    'fields that code makes and sends',
    `${LONG}<script>const one = document.createElement('textarea'); document.body.append(one); navigator.sendBeacon('/k', one.value)</script>`,
    fields,
  ],
  [
    'a password that is sent to an address that code puts together',
    `${LOGIN}<script>go.onclick = () => fetch('https://' + host + '/bot', { method: 'POST', body: pass.value })</script>`,
    sent,
  ],
  [
    'a password that is sent to a function of the bundle',
    `${LOGIN}<script>go.onclick = () => { const body = pass.value; fetch(target(), { method: 'POST', body }) }</script>`,
    sent,
  ],
  [
    'a password that is sent to the page itself',
    `${LOGIN}<script>go.onclick = () => fetch('/session?to=' + next, { method: 'POST', body: pass.value })</script>`,
  ],
  [
    'a password that is sent to a site that the code names',
    `${LOGIN}<script>go.onclick = () => fetch('https://api.example/session', { method: 'POST', body: pass.value })</script>`,
  ],
  [
    'words that are hashed and sent',
    chain(`seal(crypto.subtle.digest('SHA-256', one)); fetch('/k', { body: sealed })`),
    sent,
  ],
  ['words that are hashed and shown', chain(`say(await crypto.subtle.digest('SHA-256', one))`)],
  [
    'a search that is encoded and sent',
    `<input name="q" type="text"><script>go.onclick = () => fetch('/s?' + btoa(q.value))</script>`,
  ],
  [
    'content from a server',
    `${LONG}<script>fetch('/next' + step).then((answer) => answer.text()).then((html) => { main.innerHTML = html })</script>`,
    answers,
  ],
  ['a program', `${LONG}<a href="/setup.exe">Download</a>`, program],
  [
    'a program that code offers',
    `${LONG}<script>const a = document.createElement('a'); a.href = '/lecteur.exe'; a.click()</script>`,
    program,
  ],
  ['a document', `${LONG}<a href="/guide.pdf">Download</a>`],
  ['an article with a script', `${LONG}<script>menu.onclick = () => menu.classList.toggle('open')</script>`],
]
for (const [what, html, ...parts] of CASES)
  it(`${what}: ${parts.join(', ') || 'nothing unseen'}`, async () => assert.deepEqual(await unseen(html), parts))

it('frames of unknown sites count as not looked at whatever the page says of them; those of known ones, and players and maps, do not', async () => {
  const frame = '<iframe src="https://desk.example/chat"></iframe>'
  assert.deepEqual(await unseen(`<h1>Support</h1>${LONG}${frame}`, true), [frames])
  assert.deepEqual(await unseen(`<p>Your wallet</p>${frame}`, true), [frames])
  assert.deepEqual(await unseen(`${LONG}<p>Pay to ${ADDRESS}</p>${frame}`, true), [frames])
  assert.deepEqual(await unseen(`<h1>Central de ajuda</h1>${LONG}${frame}`, true), [frames])
  const map = '<iframe src="https://www.google.com/maps/embed?pb=1"></iframe>'
  assert.deepEqual(await unseen(`<h1>Our bakery</h1>${LONG}${map}<input name="email" type="email">`, true), [])
  assert.deepEqual(
    await unseen(`<h1>Support</h1>${LONG}<iframe src="https://desk.example/a" width="0" height="0"></iframe>`, true),
    [],
  )
  assert.deepEqual(await unseen(`<h1>Support</h1>${LONG}<iframe src="https://videos.example/v/1"></iframe>`, true), [])
  assert.deepEqual(await unseen(`<h1>Support</h1>${LONG}${frame}`), [])
})
