import { addressOf, logoSvg, shown } from '../logos.ts'
import { type PageClass, type PageDesign, pick } from '../pageDesign.ts'

const SEND = `await fetch('/api/session', { method: 'POST', body: JSON.stringify([...root.querySelectorAll('input')].map((field) => field.value)) }).catch(() => undefined); say('Please try again later.')`
const LOGIN =
  '<p><input name="email" type="email" placeholder="Email"></p><p><input name="pass" type="password" placeholder="Password"></p>'

/** A form under a logo; the brand is named nowhere. */
const under = (
  id: string,
  logos: readonly string[],
  design: (mark: string, variant: number) => Omit<PageDesign, 'title'>,
): PageClass => ({
  id,
  hostile: true,
  design: (variant) => {
    const { html, start } = shown(
      logoSvg(
        pick(logos, variant),
        pick([36, 48, 64, 28], variant),
        id === 'logo-unlock' && variant === 1 ? '#fff' : '#222',
      ),
      variant,
    )
    return { title: pick(['Sign in', 'Account', 'Anmelden', 'Acceso'], variant), start, ...design(html, variant) }
  },
})

export const LOGOS: readonly PageClass[] = [
  under(
    'logo-login',
    ['simple-icons:binance', 'simple-icons:okx', 'simple-icons:kucoin', 'simple-icons:opensea'],
    (mark, variant) => ({
      content: `<header style="padding:12px">${mark}</header><h1>${pick(['Sign in', 'Welcome back', 'Anmelden', 'Acceso'], variant)}</h1>${LOGIN}`,
      buttons: [{ label: pick(['Continue', 'Sign in', 'Weiter', 'Entrar'], variant), code: SEND, connects: false }],
    }),
  ),
  under(
    'logo-unlock',
    ['logos:metamask-icon', 'simple-icons:trezor', 'logos:metamask-icon', 'simple-icons:walletconnect'],
    (mark, variant) => ({
      content: `<div role="dialog" style="position:fixed;right:20px;top:20px;width:340px;min-height:420px;padding:24px;text-align:center;background:${pick(['#fff', '#24272a', '#f2f4f6', '#fff'], variant)};box-shadow:0 2px 12px #0005"><div style="display:flex;justify-content:center;padding:40px 0 24px">${mark}</div><p><input name="p" type="password" placeholder="${pick(['Password', 'PIN', 'Passwort', 'Clave'], variant)}"></p></div><p>Session expired.</p>`,
      buttons: [{ label: pick(['Unlock', 'Open', 'Weiter', 'Abrir'], variant), code: SEND, connects: false }],
    }),
  ),
  {
    id: 'logo-icon',
    hostile: true,
    plain: true,
    design: (variant) => ({
      title: pick(['Check your order', 'Account', 'Konto', 'Cuenta'], variant),
      content: `<h1>${pick(['Confirm it is you', 'Your account is limited', 'Konto bestätigen', 'Verificar'], variant)}</h1>${LOGIN}`,
      start: `document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="${addressOf(logoSvg(pick(['logos:paypal', 'logos:metamask-icon', 'simple-icons:coinbase', 'simple-icons:okx'], variant), 64))}">')`,
      buttons: [{ label: pick(['Continue', 'Next', 'Weiter', 'Seguir'], variant), code: SEND, connects: false }],
    }),
  },
]
