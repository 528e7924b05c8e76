import { WARNING_DEADLINE_MS, type WarningRequest, type WarningRow } from './warningRow.ts'

/** A host on the list of phishing sites that the test loads; a page of the sandbox sends its form there. */
export const LISTED_SITE = 'collect-desk.test'

/** A host on the list of popular sites that the test loads. */
export const POPULAR_SITE = 'linnet-maps.test'

/** Sites of the sandbox and spellings of URLs, each with the findings that it must get. */
export function urlWarnings(): WarningRow[] {
  const scan = (url: string): WarningRequest => ({
    path: '/v1/scan/url',
    body: { url, options: { deadlineMs: WARNING_DEADLINE_MS } },
  })
  const shop = scan('https://wren-books.test/')
  const seen = (ids: readonly string[], url: string, twin = shop): WarningRow => ({ ids, subject: scan(url), twin })
  return [
    // By the URL alone.
    seen(['credentials-in-url'], 'https://larkspur-wallet.test@wren-books.test/'),
    seen(['homoglyph-or-punycode-domain'], 'https://l\u0430rkspur-wallet.test/'),
    seen(['obfuscated-ip-address'], 'http://0x5db8d822/'),
    seen(['shared-hosting-platform'], 'https://tea-house.github.io/'),
    seen(['suspicious-top-level-domain'], 'https://tea-house.icu/'),
    seen(['unusual-port'], 'https://wren-books.test:8443/'),
    seen(['brand-in-subdomain'], 'https://metamask.io.tea-house.com/'),
    seen(['brand-in-path-of-shared-host'], 'https://sites.google.com/view/metamask-login'),
    // By its registration and by lists.
    seen(['long-lived-domain'], 'https://wren-books.test/', scan('https://heron-pottery.test/')),
    seen(['popular-site'], `https://${POPULAR_SITE}/`),
    seen(['official-site'], 'https://harbour-exchange.test/login'),
    seen(['expiring-domain-registration'], 'https://dotterel-mugs.test/'),
    seen(['suspended-domain-registration'], 'https://garganey-mugs.test/'),
    seen(['young-lookalike-domain', 'lookalike-imitating-brand'], 'https://larkspun-wallet.test/'),
    seen(['block-listed-host-contacted'], 'https://harbour-exchange-login.test/'),
    // By redirects.
    seen(['shortened-url'], 'https://tidy-link.test/x7', scan('http://fern-and-clay.test/')),
    seen(['endless-redirects'], 'https://turnstone-loop.test/'),
    seen(['https-to-http-redirect'], 'https://whimbrel-plain.test/'),
    seen(['meta-redirect'], 'https://knot-and-rope.test/'),
    seen(['open-redirect'], 'https://stint-links.test/go?to=https://wren-books.test/'),
    // By the page.
    seen(['data-url-links'], 'https://shrike-tiles.test/'),
    seen(
      ['impossible-promise', 'wallet-password-form', 'hidden-wallet-request'],
      'https://wigeon-yield.test/',
      scan('https://wren-books.test/'),
    ),
    seen(['shown-to-some-visitors'], 'https://smew-tides.test/'),
    seen(['dead-links'], 'https://brambling-cards.test/'),
    seen(['full-page-frame-of-another-site'], 'https://fieldfare-film.test/'),
    seen(['hidden-frame-of-another-site'], 'https://redwing-rugs.test/'),
    seen(['incomplete-page-content'], 'https://nightjar-prints.test/', scan('https://nuthatch-prints.test/')),
    seen(['executable-download'], 'https://merlin-files.test/'),
    seen(['fake-browser-update'], 'https://osprey-news.test/'),
    seen(['impersonated-software-download'], 'https://larkspur-desktop.test/'),
    seen(
      ['secrets-over-unencrypted-connection'],
      'http://larkspur-restore.test/',
      scan('https://larkspur-restore.test/'),
    ),
  ]
}
