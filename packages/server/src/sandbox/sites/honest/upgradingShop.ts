import { page, redirect } from '../page.ts'
import type { SiteOf } from '../site.ts'

/** A shop that leads from http to https, and to its language. */
export const upgradingShop: SiteOf = () => ({
  name: 'upgrading-shop',
  kind: 'honest',
  twinOf: 'redirect-chain',
  url: 'http://fern-and-clay.test/',
  hosts: ['fern-and-clay.test', 'www.fern-and-clay.test'],
  sees: 'redirects that stay on the site and end on https',
  answer: ({ host, path, secure }) => {
    if (!secure || host !== 'www.fern-and-clay.test') return redirect(`https://www.fern-and-clay.test${path}`, 301)
    if (path === '/') return redirect('/en/', 302)
    return page(
      'Fern & Clay – pots and plants',
      `<h1>Pots and plants</h1><p>Hand-thrown pots from two brothers, and the ferns that like them. We send on Tuesdays, packed in straw.</p>
<p>Free delivery on orders over 50. Claims about frost are tested on our own terrace.</p>
<form action="/en/search"><input type="search" name="q" placeholder="Search"></form>
<form action="/en/newsletter" method="post"><label>E-mail <input type="email" name="email"></label><button>Subscribe</button></form>
<a href="/en/pots">Pots</a> <a href="/en/ferns">Ferns</a> <a href="/en/contact">Contact</a>`,
    )
  },
})
