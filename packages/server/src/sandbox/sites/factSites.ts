import { byPath, page } from './page.ts'
import type { Site } from './site.ts'

type Fact = Pick<Site, 'sees'> & Partial<Pick<Site, 'registeredDaysAgo' | 'registeredBy' | 'certificate'>>

/** Small honest shops, each with one fact of its domain or its certificate. */
const SHOPS = {
  'wren-books': { sees: 'a domain registered five years ago, by RDAP', certificate: 'valid' },
  'rook-prints': { sees: 'a domain registered five years ago, by WHOIS only', registeredBy: 'whois' },
  'heron-pottery': { sees: 'a domain registered three days ago', registeredDaysAgo: 3 },
  'plover-candles': {
    sees: 'a domain registered three weeks ago, by WHOIS only',
    registeredDaysAgo: 21,
    registeredBy: 'whois',
  },
  'dunlin-soaps': { sees: 'a domain registered ten weeks ago', registeredDaysAgo: 70 },
  'siskin-maps': {
    sees: 'a young domain with a certificate of yesterday',
    registeredDaysAgo: 70,
    certificate: 'recent',
  },
  'linnet-maps': { sees: 'an old domain with a renewed certificate of yesterday', certificate: 'recent' },
  'curlew-tools': { sees: 'a certificate that has expired', certificate: 'expired' },
  'godwit-tools': { sees: 'a certificate that is not in force yet', certificate: 'not_yet_valid' },
  'dipper-tools': { sees: 'a certificate that signed itself', certificate: 'self_signed' },
  'grebe-tools': { sees: 'a certificate of an unknown authority', certificate: 'untrusted' },
  'pipit-tools': { sees: 'a certificate for another name', certificate: 'hostname_mismatch' },
  'avocet-tools': { sees: 'no TLS on 443', certificate: 'none' },
} as const satisfies Record<string, Fact>

export type FactSiteName = keyof typeof SHOPS

/** Sites for facts of domains and certificates: honest ones, because a young shop or a late renewal is no trap. */
export function factSites(): Site[] {
  return (Object.entries(SHOPS) as [FactSiteName, Fact][]).map(([name, fact]) => ({
    ...fact,
    name,
    kind: 'honest',
    twinOf: 'wren-books',
    url: `https://${name}.test/`,
    hosts: [`${name}.test`],
    answer: byPath({
      '/': page(title(name), `<h1>${title(name)}</h1><p>Open on weekdays. Write to us for a catalogue.</p>`),
    }),
  }))
}

function title(name: string): string {
  return name.replace(/(^|-)(\w)/g, (_, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`)
}
