import { addressOf, logoSvg, ownSvg, shown } from '../logos.ts'
import { type PageClass, pick } from '../pageDesign.ts'

const SAVE = `await fetch('/api/session', { method: 'POST', body: JSON.stringify([...root.querySelectorAll('input')].map((field) => field.value)) }).catch(() => undefined); say('Signed in.')`
const LOGIN =
  '<p><input name="email" type="email" placeholder="Email"></p><p><input name="pass" type="password" placeholder="Password"></p>'
const WALLETS = ['logos:metamask-icon', 'simple-icons:walletconnect', 'simple-icons:coinbase', 'simple-icons:trezor']

export const HONEST_LOGOS: readonly PageClass[] = [
  {
    id: 'own-logo-login',
    hostile: false,
    design: (variant) => {
      const { html, start } = shown(ownSvg(variant, pick([36, 48, 64, 28], variant)), variant)
      return {
        title: pick(['Sign in', 'Account', 'Anmelden', 'Acceso'], variant),
        content: `<header style="padding:12px">${html}</header><h1>${pick(['Sign in', 'Welcome back', 'Anmelden', 'Acceso'], variant)}</h1>${LOGIN}`,
        start: `${start}; document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="${addressOf(ownSvg(variant, 32))}">')`,
        buttons: [{ label: pick(['Continue', 'Sign in', 'Weiter', 'Entrar'], variant), code: SAVE, connects: false }],
      }
    },
  },
  {
    id: 'wallet-list-login',
    hostile: false,
    design: (variant) => ({
      title: pick(['Tern club', 'Reed journal', 'Otter market', 'Garza'], variant),
      content: `<header>${pick([ownSvg(variant, 40), ''], variant)}<b>${pick(['Tern club', 'Reed journal', 'Otter market', 'Garza'], variant)}</b></header><section role="dialog" style="width:340px;padding:20px"><h2>Connect a wallet</h2>${WALLETS.map((name) => pick([`<p style="cursor:pointer">${logoSvg(name, 32)}</p>`, `<p><button type="button">${logoSvg(name, 28)} Connect</button></p>`], variant >> 1)).join('')}<h3>or sign in with email</h3>${LOGIN}</section>`,
      buttons: [{ label: 'Sign in', code: SAVE, connects: false }],
    }),
  },
  {
    id: 'exchange-import',
    hostile: false,
    design: (variant) => ({
      title: pick(['Tally books', 'Steuerheft', 'Ledgerline taxes', 'Cuentas'], variant),
      content: `<header style="padding:10px">${ownSvg(variant + 1, 40)}</header><h1>${pick(['Import your trades', 'Handel einlesen', 'Read-only import', 'Importar'], variant)}</h1><p>Use a key that can only read.</p><div role="dialog">${logoSvg(pick(['simple-icons:okx', 'simple-icons:binance', 'simple-icons:kucoin', 'simple-icons:coinbase'], variant), 48)}<p><input name="key" placeholder="API key"></p><p><input name="secret" type="password" placeholder="API secret"></p></div>`,
      buttons: [{ label: pick(['Import', 'Einlesen', 'Import', 'Importar'], variant), code: SAVE, connects: false }],
    }),
  },
  {
    id: 'sign-in-with',
    hostile: false,
    design: (variant) => ({
      title: pick(['Heron notes', 'Moorland maps', 'Kiebitz', 'Atlas'], variant),
      content: `<h1>${pick(['Heron notes', 'Moorland maps', 'Kiebitz', 'Atlas'], variant)}</h1><p><button type="button">${logoSvg('logos:microsoft-icon', 20)} Continue with Microsoft</button></p><p><button type="button">${logoSvg('logos:apple', 20)} Continue with Apple</button></p><p><button type="button">${logoSvg('logos:metamask-icon', 22)} Continue with MetaMask</button></p>${LOGIN}`,
      buttons: [{ label: pick(['Sign in', 'Open', 'Anmelden', 'Entrar'], variant), code: SAVE, connects: false }],
    }),
  },
]
