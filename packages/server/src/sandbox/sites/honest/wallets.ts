import { byPath, page } from '../page.ts'
import type { SiteOf } from '../site.ts'

const WORDS = Array.from({ length: 12 }, (_, at) => `<input id="word-${at + 1}" placeholder="Word ${at + 1}">`).join(
  '\n',
)

/** A wallet's own web app: importing is what it is for. */
export const walletImport: SiteOf = () => ({
  name: 'wallet-import',
  kind: 'honest',
  twinOf: 'seed-phrase-form',
  url: 'https://larkspur-wallet.test/',
  hosts: ['larkspur-wallet.test'],
  sees: 'a recovery phrase asked for by the wallet itself, on its own domain',
  answer: byPath({
    '/': page(
      'Larkspur Wallet',
      `<h1>Import a wallet</h1>
<p>Type your recovery phrase. It stays in this browser. Nobody from Larkspur will ever ask you for it.</p>
<div id="words">${WORDS}</div><button id="import">Import</button>`,
    ),
  }),
})

/** A vault: asks for a password of its own and copies what one presses on. */
export const passwordManager: SiteOf = () => ({
  name: 'password-manager',
  kind: 'honest',
  twinOf: 'clipboard-rewriter',
  url: 'https://copper-vault.test/',
  hosts: ['copper-vault.test'],
  sees: 'a copy button and a password form of the site’s own',
  answer: byPath({
    '/': page(
      'Copper Vault',
      `<h1>Unlock your vault</h1>
<form action="/unlock" method="post"><label>Master password <input type="password" name="master"></label><button>Unlock</button></form>
<p>Keep logins, notes and cards in one place. Entries are encrypted before they leave the browser.</p>
<button id="copy">Copy user name</button>
<script>document.getElementById('copy').addEventListener('click', () => navigator.clipboard.writeText('anna@copper-vault.test'))
document.addEventListener('paste', (event) => { if (event.target.name === 'master') event.target.type = 'password' })</script>`,
    ),
  }),
})

const LOGO = {
  status: 200,
  headers: { 'content-type': 'image/svg+xml' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="10"/></svg>',
}

/** The exchange itself. */
export const ownExchangeLogin: SiteOf = () => ({
  name: 'own-exchange-login',
  kind: 'honest',
  twinOf: 'exchange-login',
  url: 'https://harbour-exchange.test/',
  hosts: ['harbour-exchange.test'],
  sees: 'the same login on the exchange’s own domain',
  answer: byPath({
    '/': page(
      'Harbour Exchange – Sign in',
      `<img class="logo" alt="Harbour Exchange" src="/logo.svg">
<h1>Sign in to Harbour Exchange</h1>
<form action="/session" method="post">
<label>E-mail <input type="email" name="email"></label>
<label>Password <input type="password" name="password"></label>
<label>Authenticator code <input name="otp" autocomplete="one-time-code"></label>
<button>Sign in</button></form>
<a href="/help">Help</a> <a href="/terms">Terms</a> <a href="/privacy">Privacy</a>`,
    ),
    '/logo.svg': LOGO,
  }),
})

/** A guide that quotes everything that traps do. */
export const phishingGuide: SiteOf = () => ({
  name: 'phishing-guide',
  kind: 'honest',
  twinOf: 'clickfix-command-lure',
  url: 'https://plain-safety.test/',
  hosts: ['plain-safety.test'],
  sees: 'the words of lures in a text that warns of them, and nothing that asks for anything',
  answer: byPath({
    '/': page(
      'How to recognise wallet phishing',
      `<h1>How to recognise wallet phishing</h1>
<p>A page that says “Claim your airdrop” or “Your wallet has been suspended” wants you to hurry. Phishing pages ask you to enter
your recovery phrase. Never type your recovery phrase into a web site; nobody honest needs it.</p>
<h2>Commands</h2><p>Some pages say “verify you are human”, then tell you to press Windows + R and Ctrl + V. What you would paste is
a command such as <code>powershell -enc …</code>. Close the page.</p>
<h2>Signatures</h2><pre><code>eth_signTypedData_v4, setApprovalForAll, approve(spender, 2**256 - 1)</code></pre>
<p>Drainers such as Inferno Drainer ask for your dearest token first. Larkspur Wallet and others show what you sign: read it.</p>
<form action="/search"><input type="search" name="q" placeholder="Search the guide"></form>
<button id="copy">Copy link</button>
<script>document.getElementById('copy').addEventListener('click', () => navigator.clipboard.writeText(location.href))</script>`,
    ),
  }),
})
