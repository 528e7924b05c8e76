import type { Registration } from '@redoubt/risk/facts/domain.ts'
import { parseDate } from './parseDate.ts'
import { eppStatuses, hostNames, registrarName } from './words.ts'

/** What a server says of a domain, and where more is said: the registrar's server. */
export type RdapAnswer = { registration: Omit<Registration, 'by' | 'server'>; referral: string | null }

const MAX_ITEMS = 200

/**
 * Reads the domain object of an RDAP answer (RFC 9083, 5.3). Members that are missing or of another shape say nothing.
 * @throws TypeError when the answer is about no domain, or about another one.
 */
export function parseRdap(json: unknown, domain: string): RdapAnswer {
  const object = members(json)
  const names = [object.ldhName, object.unicodeName].filter((name) => typeof name === 'string')
  if (object.objectClassName !== 'domain' || !names.some((name) => isName(name, domain))) {
    throw new TypeError('the answer is not about the domain that was asked for')
  }
  const events = list(object.events).map(members)
  const timeOf = (action: string) => {
    const event = events.find(({ eventAction }) => String(eventAction).toLowerCase() === action)
    return typeof event?.eventDate === 'string' ? parseDate(event.eventDate) : null
  }
  return {
    registration: {
      domain,
      registeredAt: timeOf('registration'),
      expiresAt: timeOf('expiration'),
      updatedAt: timeOf('last changed'),
      registrar: registrarOf(list(object.entities).map(members)),
      nameServers: hostNames(list(object.nameservers).map((server) => members(server).ldhName)),
      statuses: eppStatuses(list(object.status)),
    },
    referral: referralOf(list(object.links).map(members)),
  }
}

function isName(name: string, domain: string): boolean {
  const lower = name.toLowerCase().replace(/\.$/, '')
  return lower === domain || URL.parse(`http://${lower}/`)?.hostname === domain
}

/** jCard (RFC 7095): `["vcard", [["fn", {}, "text", "Example Registrar"], …]]`. */
function registrarOf(entities: Record<string, unknown>[]): string | null {
  const registrar = entities.find(({ roles }) => list(roles).includes('registrar'))
  const [, properties] = list(registrar?.vcardArray)
  const property = list(properties).find((each) => list(each)[0] === 'fn')
  return registrarName(list(property)[3]) ?? registrarName(registrar?.handle)
}

function referralOf(links: Record<string, unknown>[]): string | null {
  const link = links.find(({ rel, type }) => rel === 'related' && type === 'application/rdap+json')
  return typeof link?.href === 'string' && link.href.length <= 1_000 ? link.href : null
}

function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : []
}
