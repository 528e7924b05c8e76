import { byPath, page, redirect, script } from './page.ts'
import type { Site, SiteAnswer, SiteRequest } from './site.ts'

type Sign = Pick<Site, 'sees' | 'answer'> &
  Partial<Pick<Site, 'kind' | 'registeredDaysAgo' | 'expiresInDays' | 'registryStatus'>>

const HOME = '<p>Open on weekdays. Write to us for a catalogue.</p>'
const only = (title: string, body: string, head = '') => byPath({ '/': page(title, `<h1>${title}</h1>${body}`, head) })
const links = (count: number, href: string) =>
  Array.from({ length: count }, (_, at) => `<a href="${href}">Page ${at + 1}</a>`).join(' ')
const toShop = 'https://wren-books.test/'

/** Sites that show one sign each, of pages, of redirects or of a registration. */
const SIGNS = {
  'shrike-tiles': {
    sees: 'links whose addresses hold whole pages',
    answer: only('Shrike Tiles', `${HOME}<a href="data:text/html,<h1>Offer</h1>">Offer</a>`),
  },
  'wigeon-yield': {
    sees: 'a promise with an address to pay to, a drawn window of a wallet, and a wallet method in pieces',
    answer: only(
      'Wigeon Yield',
      `<p>Earn 3 % every day, guaranteed. Deposit to 0x9b1c5a0d3f2e4b6a7c8d9e0f1a2b3c4d5e6f7a8b.</p>
<div><p>MetaMask</p><p>Welcome back!</p><input type="password"><button>Unlock</button></div>
<script>const ask = () => ethereum.request({ method: ['eth_', 'sendTr', 'ansaction'].join(''), params: [{}] })</script>`,
    ),
  },
  'smew-tides': {
    sees: 'a form for a recovery phrase that only a visitor from a search is shown',
    answer: ({ referer }: SiteRequest): SiteAnswer =>
      referer === ''
        ? page('Smew Tides', `<h1>Tides</h1>${HOME}`)
        : page(
            'Smew Tides',
            '<h1>Restore wallet</h1><label>Recovery phrase <textarea name="phrase"></textarea></label>',
          ),
  },
  'brambling-cards': {
    sees: 'links that lead nowhere',
    answer: only('Brambling Cards', `${HOME}${links(12, '#')}`),
  },
  'fieldfare-film': {
    sees: 'a visible frame of another site and no content of its own',
    answer: byPath({ '/': page('Fieldfare', `<iframe src="${toShop}" width="100%" height="900"></iframe>`) }),
  },
  'redwing-rugs': {
    sees: 'a hidden frame of another site',
    answer: only('Redwing Rugs', `${HOME}<iframe src="${toShop}" style="display:none"></iframe>`),
  },
  'turnstone-loop': {
    sees: 'redirects without an end',
    answer: ({ path }: SiteRequest): SiteAnswer => redirect(`https://turnstone-loop.test${path}a`),
  },
  'whimbrel-plain': {
    sees: 'a redirect from HTTPS to plain HTTP',
    answer: ({ secure }: SiteRequest): SiteAnswer =>
      secure ? redirect('http://whimbrel-plain.test/') : page('Whimbrel', HOME),
  },
  'knot-and-rope': {
    sees: 'a refresh tag that leads to another site',
    answer: byPath({ '/': page('Knot', HOME, `<meta http-equiv="refresh" content="0; url=${toShop}">`) }),
  },
  'stint-links': {
    sees: 'a redirect to whatever address the link carries',
    answer: ({ path }: SiteRequest): SiteAnswer => (path === '/go' ? redirect(toShop) : page('Stint', HOME)),
  },
  'merlin-files': {
    sees: 'a link that hands out a program',
    answer: (): SiteAnswer => ({
      status: 200,
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="invoice.pdf.exe"',
      },
      body: 'MZ',
    }),
  },
  'osprey-news': {
    sees: 'a browser update that is a program of the site’s own',
    answer: only(
      'Osprey News',
      '<p>Your Chrome browser is out of date. Download the latest update to continue.</p><a href="/ChromeUpdate.exe" download>Update Chrome</a>',
    ),
  },
  'larkspur-desktop': {
    sees: 'a wallet’s name, and a program that is not the wallet’s',
    answer: only(
      'Larkspur Wallet for Windows',
      '<p>Larkspur Wallet is the safest wallet. Download Larkspur Wallet for desktop.</p><a href="/LarkspurWallet-Setup.exe" download>Download Larkspur Wallet</a>',
    ),
  },
  'nightjar-prints': {
    sees: 'a script that does not come',
    answer: only('Nightjar Prints', `${HOME}<script src="/menu.js"></script>`),
  },
  'nuthatch-prints': {
    kind: 'honest',
    sees: 'a script that comes',
    answer: byPath({
      '/': page('Nuthatch Prints', `<h1>Nuthatch Prints</h1>${HOME}<script src="/menu.js"></script>`),
      '/menu.js': script('document.title += " · menu"'),
    }),
  },
  'dotterel-mugs': {
    sees: 'a registration that ends next week',
    expiresInDays: 6,
    answer: only('Dotterel Mugs', HOME),
  },
  'garganey-mugs': {
    sees: 'a registration that its registrar suspended',
    registryStatus: 'client hold',
    answer: only('Garganey Mugs', HOME),
  },
  'larkspun-wallet': {
    sees: 'a young name near a wallet’s, whose page asks for a recovery phrase',
    registeredDaysAgo: 120,
    answer: only(
      'Larkspur Wallet',
      '<p>Enter your 12-word recovery phrase</p><form action="/in" method="post"><textarea name="seed" placeholder="recovery phrase"></textarea><button>Restore</button></form>',
    ),
  },
} as const satisfies Record<string, Sign>

export type SignSiteName = keyof typeof SIGNS

/** Sites for signs of pages, redirects and registrations, one each. */
export function signSites(): Site[] {
  return (Object.entries(SIGNS) as [SignSiteName, Sign][]).map(([name, sign]) => ({
    kind: 'trap',
    ...sign,
    name,
    twinOf: 'wren-books',
    url: `https://${name}.test/`,
    hosts: [`${name}.test`],
  }))
}
