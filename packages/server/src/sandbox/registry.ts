import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { registeredDaysAgo, type Site } from './sites/site.ts'

/** Hosts of the sandbox's registry; under `.test` like its sites. */
export const RDAP_HOST = 'rdap.registry.test'
export const WHOIS_HOST = 'whois.registry.test'

const DAY_MS = 86_400_000
const YEAR_DAYS = 365
const REGISTRAR = 'Sandbox Registrar Ltd'
const MAX_QUESTION = 300

type DomainRecord = { domain: string; registeredAt: Date; expiresAt: Date; status: string; by: 'rdap' | 'whois' }

/**
 * Answers as the registry of the sites' domains (`.test`) would: IANA's list of RDAP servers (RFC 9224), domains by RDAP (RFC 9083), and WHOIS (RFC 3912)
 * for those whose RDAP record has no date.
 * @param now Unix milliseconds: ages of domains are those of the scan.
 */
export function createRegistry(sites: readonly Site[], now: number) {
  const records = new Map<string, DomainRecord>()
  for (const site of sites) {
    for (const domain of new Set(site.hosts.map((host) => host.split('.').slice(-2).join('.')))) {
      const days = registeredDaysAgo(site)
      const registeredAt = new Date(now - days * DAY_MS)
      const left = site.expiresInDays ?? YEAR_DAYS - (days % YEAR_DAYS) + 30
      const expiresAt = new Date(now + left * DAY_MS)
      const status = site.registryStatus ?? 'active'
      records.set(domain, { domain, registeredAt, expiresAt, status, by: site.registeredBy ?? 'rdap' })
    }
  }

  const suffixes = [...new Set([...records.keys()].map((domain) => domain.slice(domain.lastIndexOf('.') + 1)))]
  return {
    /** Whether the request was the registry's to answer. */
    answer({ headers, url = '/' }: IncomingMessage, response: ServerResponse): boolean {
      const host = (headers.host ?? '').replace(/:\d+$/, '')
      if (host === '127.0.0.1' && url === '/rdap/dns.json') {
        response.end(JSON.stringify({ services: [[suffixes, [`https://${RDAP_HOST}/`]]] }))
        return true
      }
      if (host !== RDAP_HOST) return false
      const record = records.get(url.replace(/^\/domain\//, ''))
      response.writeHead(record ? 200 : 404, { 'content-type': 'application/rdap+json' })
      response.end(JSON.stringify(record ? rdapObject(record) : { errorCode: 404, title: 'Not found' }))
      return true
    },
    /** The root of WHOIS, which names this server, and the server of `.test` in one. */
    whois(socket: Socket): void {
      socket.on('error', () => undefined)
      socket.once('data', (data) => {
        const question = data.toString('latin1').slice(0, MAX_QUESTION).trim().toLowerCase()
        if (question === 'test') return void socket.end(`domain: TEST\r\nwhois: ${WHOIS_HOST}\r\n`)
        const record = records.get(question)
        socket.end(record ? whoisText(record) : `No match for "${question.toUpperCase()}".\r\n`)
      })
    },
  }
}

function rdapObject({ domain, registeredAt, expiresAt, status, by }: DomainRecord) {
  const event = (eventAction: string, at: Date) => ({ eventAction, eventDate: at.toISOString() })
  return {
    objectClassName: 'domain',
    ldhName: domain.toUpperCase(),
    status: [status],
    events: by === 'rdap' ? [event('registration', registeredAt), event('expiration', expiresAt)] : [],
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        vcardArray: [
          'vcard',
          [
            ['version', {}, 'text', '4.0'],
            ['fn', {}, 'text', REGISTRAR],
          ],
        ],
      },
    ],
    nameservers: [{ objectClassName: 'nameserver', ldhName: 'ns1.registry.test' }],
  }
}

function whoisText({ domain, registeredAt, expiresAt }: DomainRecord): string {
  return [
    `Domain Name: ${domain.toUpperCase()}`,
    `Creation Date: ${registeredAt.toISOString()}`,
    `Registry Expiry Date: ${expiresAt.toISOString()}`,
    `Registrar: ${REGISTRAR}`,
    'Domain Status: ok',
    '',
  ].join('\r\n')
}
