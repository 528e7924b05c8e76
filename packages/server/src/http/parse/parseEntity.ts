import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { type EntityHint, parseEntity as readEntity } from '@redoubt/risk/entity.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'
import { getAddress } from 'viem/utils'
import type { Feedback } from '../../domain/feedback.ts'
import { ApiError } from '../../errors.ts'
import type { EntityQuestion, NamedEntity } from '../../usecases/reports/entityJudgement.ts'

/** Checksums kept: who asks once asks again, and each is a hash of Keccak. */
const MAX = 10_000

const checksums = new Map<string, Address>()

const DEFAULT_DEADLINE_MS = 10_000
/** Names that ENSIP-15 leaves as they are; those that it would change imitate others best. */
const PLAIN_NAME = /^(?:(?!..--)[a-z0-9-]+\.)+eth$/
const PLAIN = 'expected an ENS name of a-z, 0-9 and hyphens; for any other name, send its address'

/**
 * Reads what a caller wrote, already percent-decoded.
 * @param member how a complaint calls it: `path.entity`.
 * @throws ApiError VALIDATION_ERROR that names the remedy.
 */
export function parseEntity(
  text: string,
  asked: { chain?: Chain; type?: EntityHint; fresh?: boolean; deadlineMs?: number },
  member: string,
): EntityQuestion {
  const { chain = 'ethereum', type = null, fresh = false, deadlineMs = DEFAULT_DEADLINE_MS } = asked
  const entity = readEntity(text, type)
  if (typeof entity === 'string') throw new ApiError('VALIDATION_ERROR', { detail: `${member}: ${entity}` })
  if (entity.type === 'ens' && !PLAIN_NAME.test(entity.name))
    throw new ApiError('VALIDATION_ERROR', { detail: `${member}: ${PLAIN}` })
  const named: NamedEntity =
    entity.type === 'address'
      ? {
          type: 'address',
          address: entity.address.toLowerCase() as Address,
          spelling: spelling('address', entity.address.replace(/^0X/, '0x')),
        }
      : entity.type === 'transaction'
        ? { type: 'transaction', hash: entity.hash as Hex }
        : entity
  return { text, entity: named, chain, fresh, deadlineMs }
}

/** A URL that stands in a path as it is. Proxies fold its two slashes into one. */
const RAW = /^https?:\/{1,2}[^/]/i

/** Whether a URL stands in the path as it is, behind `prefix`. */
export function isRawEntity(target: string, prefix: string): boolean {
  return target.startsWith(prefix) && RAW.test(target.slice(prefix.length).split(/[?#]/, 1)[0] ?? '')
}

/**
 * The entity of a path, percent-decoded once. A URL that stands there as it is keeps its own encoding, and the members of the query
 * that are not `ours`.
 * @param target path and query as the client sent them, without `api_key`.
 * @param prefix what the path begins with, up to the entity.
 * @throws ApiError VALIDATION_ERROR for encoding that is none.
 * @example parseEntityPath('/v1/risk/score/https://a.example/x?y=1&chain=bsc', '/v1/risk/score/', ['chain'])
 * // 'https://a.example/x?y=1'
 */
export function parseEntityPath(target: string, prefix: string, ours: readonly string[]): string {
  const [whole = ''] = target.split('#', 1)
  const mark = whole.indexOf('?')
  const path = mark < 0 ? whole : whole.slice(0, mark)
  const given = path.slice(prefix.length)
  if (!RAW.test(given)) return decoded(given)
  const own =
    mark < 0
      ? []
      : whole
          .slice(mark + 1)
          .split('&')
          .filter((pair) => !isOurs(pair, ours))
  return own.length === 0 ? given : `${given}?${own.join('&')}`
}

function isOurs(pair: string, ours: readonly string[]): boolean {
  const [[name] = ['']] = [...new URLSearchParams(pair)]
  return name !== undefined && ours.includes(name)
}

function decoded(given: string): string {
  try {
    return decodeURIComponent(given)
  } catch (cause) {
    throw new ApiError('VALIDATION_ERROR', { detail: 'path: expected valid percent-encoding' }, { cause })
  }
}

/**
 * How the service calls an entity, and what it is: an EIP-55 address, a URL without credentials and fragment, a hash.
 * @param member how a complaint calls it: `body.entity`.
 * @throws ApiError VALIDATION_ERROR
 */
export function canonicalEntity(text: string, member: string): Pick<Feedback, 'entity' | 'entityType'> {
  const { entity } = parseEntity(text, {}, member)
  if (entity.type === 'ens')
    throw new ApiError('VALIDATION_ERROR', {
      detail: `${member}: expected an address instead of an ENS name, because names change owners; send the address behind it`,
    })
  if (entity.type === 'address') return { entity: entity.spelling.checksummed, entityType: 'address' }
  if (entity.type === 'transaction') return { entity: entity.hash, entityType: 'transaction' }
  const url = new URL(entity.url)
  url.username = ''
  url.password = ''
  url.hash = ''
  return { entity: url.href, entityType: 'url' }
}

/**
 * An address in EIP-55, for what lasts: a mistyped one would be watched in silence, and the right one would not.
 * @param member how a complaint calls it: `body.address`.
 * @throws ApiError VALIDATION_ERROR when its capitals are a checksum that fails.
 */
export function checksummed(spelled: string, member: string): string {
  const { checksummed: address, checksumFailed } = spelling('address', spelled.replace(/^0X/, '0x'))
  if (!checksumFailed) return address
  throw new ApiError('VALIDATION_ERROR', {
    detail: `${member}: the capitals of this address are a checksum (EIP-55) that fails, so it is mistyped; copy it again, or write it in lower case if every digit is right`,
  })
}

/** How the caller wrote an address, and whether its capitals are a checksum (EIP-55) that fails. */
export function spelling(member: AddressSpelling['member'], spelled: string): AddressSpelling {
  const checksummed = checksumOf(spelled.toLowerCase() as Address)
  const digits = spelled.slice(2)
  // All lower or all upper case carries no checksum.
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return { member, spelled, checksummed, checksumFailed: mixed && spelled !== checksummed }
}

function checksumOf(address: Address): Address {
  const known = checksums.get(address)
  if (known !== undefined) return known
  const checksummed = getAddress(address)
  if (checksums.size >= MAX) checksums.clear()
  checksums.set(address, checksummed)
  return checksummed
}
