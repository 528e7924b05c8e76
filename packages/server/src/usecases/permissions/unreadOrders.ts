import type { Address } from '@redoubt/risk/address.ts'
import type { RenderedIntent } from '../scans/message/renderIntent.ts'
import { type KeptMessage, memberInteger, memberText, type Place, place, refuse } from './signedMembers.ts'

// Orders whose terms are not read: a hash hides them, or their type is of no known exchange.

/** Members that name assets, and what types of orders are called. */
const TOKEN = /token|asset|currency|coin|collection|erc20|erc721|erc1155/i
const CALLED_ORDER = /(order|bid|offer|listing)$/i

type Asked = { message: KeptMessage & { primaryType: string | null }; owner: Address; asked: unknown }

/**
 * Where it is read whether such an order was used, with what its entry says of it. An order by its shape is typed data of no known type that a contract
 * checks, names the owner, and is called an order or names two assets. Null: it is none.
 * @param intents of the message. Where one is an order that was read, the others tell what is beside it.
 */
export function unreadOrder(
  { kind, protocol, takes, verifier }: RenderedIntent,
  intents: readonly Pick<RenderedIntent, 'kind'>[],
  { message, owner, asked }: Asked,
): (Place & { description: string }) | null {
  const { digests, primaryType } = message
  if (!digests?.messageHash || verifier === null || intents.some((one) => one.kind === 'order')) return null
  if (kind === 'blind' && protocol === 'Blur v2') {
    if (memberText(message, asked, 'trader')?.toLowerCase() !== owner) return null
    const nonce = () => [2, memberInteger(message, asked, 'nonce') ?? refuse('nonce')]
    const description = 'A bid whose price is hidden by a hash'
    return { ...place('blur-order-signature', BigInt(digests.messageHash), nonce), description }
  }
  if (kind !== 'unknown' || protocol !== null || !namesOwner(message, owner)) return null
  if (!CALLED_ORDER.test(primaryType ?? '') && assetsOf(message).size < 2) return null
  const named = takes.map(({ description }) => description).join(', ')
  const description = named === '' ? 'An order whose terms are not read' : `An order that names ${named}`
  return { standard: 'other-order-signature', id: BigInt(digests.eip712Digest), description }
}

function namesOwner({ parameters }: KeptMessage, owner: Address): boolean {
  return parameters.some(({ type, value }) => type === 'address' && value.toLowerCase() === owner)
}

function assetsOf({ parameters }: KeptMessage): Set<string> {
  return new Set(parameters.flatMap(({ name, type, value }) => (type === 'address' && TOKEN.test(name) ? [value] : [])))
}
