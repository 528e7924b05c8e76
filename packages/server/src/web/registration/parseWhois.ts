import type { Registration } from '@redoubt/risk/facts/domain.ts'
import { visibleText } from '../../lib/cleanText.ts'
import { parseDate } from './parseDate.ts'

const MAX_TEXT = 120

const MAX_LIST = 16

const NO_REGISTRAR = /^(redacted|not (disclosed|available|applicable)|none|n\/?a|-)/i

const EPP: ReadonlyMap<string, string> = new Map([
  ...[
    ...[
      'addPeriod',
      'autoRenewPeriod',
      'renewPeriod',
      'transferPeriod',
      'redemptionPeriod',
      'inactive',
      'linked',
      'ok',
    ],
    ...['pendingCreate', 'pendingDelete', 'pendingRenew', 'pendingRestore', 'pendingTransfer', 'pendingUpdate'],
    ...['clientDeleteProhibited', 'clientHold', 'clientRenewProhibited', 'clientTransferProhibited'],
    ...['clientUpdateProhibited', 'serverDeleteProhibited', 'serverHold', 'serverRenewProhibited'],
    ...['serverTransferProhibited', 'serverUpdateProhibited'],
  ].map((code) => [code.toLowerCase(), code] as const),
  ['active', 'ok'],
  ['associated', 'linked'],
])

/** What a WHOIS server says of a domain, and where more is said. */
export type WhoisAnswer = { registration: Omit<Registration, 'by' | 'server'>; referral: string | null }

const MAX_LINES = 2_000

/** Names that registries give to one thing, in lower case without blanks, dots, hyphens and brackets. */
const KEYS = {
  registeredAt: [
    ...['creationdate', 'created', 'createdon', 'createddate', 'domaincreated', 'domainregistrationdate', 'registered'],
    ...['registeredon', 'registeredat', 'registrationdate', 'registrationtime', 'recordcreated', 'registereddate'],
    ...['domainnamecommencementdate', 'commencementdate', 'registrationstart', 'domaincreationdate', 'firstregistered'],
  ],
  expiresAt: [
    ...[
      'registryexpirydate',
      'expirationdate',
      'expirydate',
      'expires',
      'expireson',
      'expire',
      'paidtill',
      'validuntil',
    ],
    ...[
      'registrarregistrationexpirationdate',
      'expirationtime',
      'recordexpireson',
      'renewaldate',
      'expdate',
      'validity',
    ],
    ...['domainexpirationdate', 'expiresat', 'registryexpirationdate', 'recordexpires'],
  ],
  updatedAt: [
    ...[
      'updateddate',
      'lastupdated',
      'lastupdate',
      'lastmodified',
      'changed',
      'modified',
      'updated',
      'domainlastupdated',
    ],
    ...['lastupdatedon', 'modificationdate', 'lastupdateddate', 'recordlastupdatedon'],
  ],
  registrar: ['registrar', 'registrarname', 'sponsoringregistrar', 'registrarorganization', 'currentregistrar'],
  nameServers: [
    ...['nameserver', 'nameservers', 'nserver', 'nservers', 'ns', 'hostname', 'dns', 'domainservers', 'hosts', 'host'],
    ...['domainnameservers', 'nameserverinformation'],
  ],
  statuses: ['domainstatus', 'status', 'eppstatus', 'state'],
  referral: ['registrarwhoisserver', 'whoisserver', 'refer', 'whois'],
  /** Says whose record this is. */
  domain: ['domainname', 'domain', 'query'],
} as const

type Key = keyof typeof KEYS
const BY_NAME: ReadonlyMap<string, Key> = new Map(
  Object.entries(KEYS).flatMap(([key, names]) => names.map((name) => [name, key as Key] as const)),
)

/**
 * Reads the answer of a WHOIS server, whose form every registry makes up for itself: `Key: value`, `[Key] value`, or a key on
 * a line of its own above its values. Null when it holds no record of the domain, which is also how "no match" looks.
 */
export function parseWhois(text: string, domain: string): WhoisAnswer | null {
  const said = readLines(text)
  const about = said.domain.map((name) => name.toLowerCase().replace(/\.$/, ''))
  if (about.length > 0 && !about.some((name) => name.split(/\s/, 1)[0] === domain)) return null
  const firstTime = (values: string[]) => values.map(parseDate).find((time) => time !== null) ?? null
  const registration = {
    domain,
    registeredAt: firstTime(said.registeredAt),
    expiresAt: firstTime(said.expiresAt),
    updatedAt: firstTime(said.updatedAt),
    registrar: said.registrar.map(registrarName).find((name) => name !== null) ?? null,
    nameServers: hostNames(said.nameServers),
    statuses: eppStatuses(said.statuses),
  }
  const { registeredAt, expiresAt, registrar, nameServers } = registration
  const referral = hostNames(said.referral.map((each) => each.replace(/^\w+:\/\//, ''))).at(0) ?? null
  const isEmpty = registeredAt === null && expiresAt === null && registrar === null && nameServers.length === 0
  return isEmpty && referral === null ? null : { registration, referral }
}

function readLines(text: string): Record<Key, string[]> {
  const said = Object.fromEntries(Object.keys(KEYS).map((key) => [key, []])) as unknown as Record<Key, string[]>
  let open: Key | undefined
  for (const line of text.split(/\r?\n/, MAX_LINES)) {
    const [, name = '', value = ''] = LINE.exec(line.slice(0, 500)) ?? []
    if (line.trim() === '' || /^\s*[%#]/.test(line)) open = undefined
    else if (name !== '') {
      const key = BY_NAME.get(name.toLowerCase().replace(/[\s.\-_/]/g, ''))
      // Registrars and hosts have numbered sections with the same words; the first record is the domain's.
      if (key !== undefined && value.trim() !== '' && said[key].length < 64) said[key].push(value.trim())
      open = value.trim() === '' ? key : undefined
    } else if (open !== undefined && said[open].length < 64) said[open].push(line.trim())
  }
  return said
}

const LINE = /^\s*(?:[a-z]\. )?\[?([a-z][a-z ./_-]{0,38}[a-z])\]?(?:\s?\([^)]*\))?(?:\.{2,})?(?::|(?<=\])\s)\s*(.*)$/i

/** The name of a registrar as a registry writes it; null when it says nothing. */
export function registrarName(said: unknown): string | null {
  const name = typeof said === 'string' ? visibleText(said, MAX_TEXT) : ''
  return name === '' || NO_REGISTRAR.test(name) ? null : name
}

/** Host names among what a registry says, in lower case, sorted, at most 16. */
export function hostNames(said: readonly unknown[]): string[] {
  const names = said
    .filter((each) => typeof each === 'string')
    .map((each) => (each.trim().split(/[\s[(]/, 1)[0] ?? '').toLowerCase().replace(/\.$/, ''))
    .filter((each) => /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/.test(each) && each.length <= 253)
  return [...new Set(names)].sort().slice(0, MAX_LIST)
}

/**
 * EPP status codes (RFC 5731, 2.3) among what a registry says, in its order, at most 16. RDAP writes them in words
 * (`client transfer prohibited`, `active`), by the table of RFC 8056; WHOIS adds a link to each.
 */
export function eppStatuses(said: readonly unknown[]): string[] {
  const codes = said
    .filter((each) => typeof each === 'string')
    .map((each) => each.trim().split(/\s*(?:https?:|\(|,)/, 1)[0] ?? '')
    .map((each) => EPP.get(each.toLowerCase().replace(/[ _-]+/g, '')))
    .filter((each) => each !== undefined)
  return [...new Set(codes)].slice(0, MAX_LIST)
}
