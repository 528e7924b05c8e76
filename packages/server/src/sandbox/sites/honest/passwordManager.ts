import { byPath, page } from '../page.ts'
import type { SiteOf } from '../site.ts'

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
