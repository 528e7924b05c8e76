import { byPath, page } from '../page.ts'
import type { SiteOf } from '../site.ts'

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
