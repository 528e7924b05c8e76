import type { Address, Hex } from '../address.ts'
import { SELECTORS } from '../contract/selectors.ts'
import type { Loss } from '../derive/shapes.ts'
import type { Verdict } from '../engine/detector.ts'
import type { Hit } from '../engine/finding.ts'
import type { Facts } from '../facts/facts.ts'
import type { SignedCall, SignedIntent } from '../facts/signedIntent.ts'
import { callsOf } from './messageCalls.ts'

/** An account that the signature benefits, and its role. */
export type Party = { address: Address; role: string }

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

/** Returns the accounts that a message pays or lets in: never the signer, never the tokens. Each address and role once. */
export function partiesOf(intents: readonly SignedIntent[], signer: Address): Party[] {
  const parties = new Map<string, Party>()
  for (const { address, role } of intents.flatMap((intent) => [...namedBy(intent), ...acceptedBy(intent)]))
    if (address !== null && address !== signer && address !== ZERO_ADDRESS)
      parties.set(`${address} ${role}`, { address, role })
  return [...parties.values()]
}

/**
 * The parties that receive privileges or assets by the signature itself. Calls that an account runs are judged as its
 * transactions; a token or Permit2 that checks a permit gains nothing; a revocation gives nothing.
 */
export function beneficiariesOf(intents: readonly SignedIntent[], signer: Address): Party[] {
  const giving = intents.flatMap((intent): SignedIntent[] => {
    switch (intent.kind) {
      case 'allowance':
      case 'transfer':
        return intent.amount === 0n ? [] : [{ ...intent, verifier: null }]
      case 'execution':
        return [{ ...intent, verifier: null, calls: [] }]
      case 'delegation':
        return [{ ...intent, verifier: null }]
      case 'session':
      case 'order':
      case 'unknown':
        return [intent]
      default:
        return []
    }
  })
  return partiesOf(giving, signer)
}

/** The addresses of these, without a verifier that has no code: it can use no signature, and receives nothing by it. */
export function livingBeneficiaries(
  intents: readonly SignedIntent[],
  signer: Address,
  named: Facts['named'],
): Address[] {
  const found = beneficiariesOf(intents, signer).filter(
    ({ address, role }) => role !== VERIFIER || named[address]?.class !== 'eoa',
  )
  return [...new Set(found.map(({ address }) => address))]
}

const VERIFIER = 'checks the signature'

function acceptedBy({ verifier }: SignedIntent): { address: Address | null; role: string }[] {
  return [{ address: verifier, role: VERIFIER }]
}

function namedBy(intent: SignedIntent): { address: Address | null; role: string }[] {
  switch (intent.kind) {
    case 'allowance':
      return [{ address: intent.spender, role: 'may take tokens' }]
    case 'transfer':
      return [
        { address: intent.spender, role: 'may take tokens' },
        { address: intent.to, role: 'is paid' },
      ]
    case 'order':
      return [
        { address: intent.taker, role: 'may fill the order' },
        { address: intent.puller, role: 'moves the offered assets' },
        ...intent.gets.map(({ to }) => ({ address: to, role: 'receives proceeds' })),
      ]
    case 'execution':
      return [
        ...intent.calls.map(({ to }) => ({ address: to, role: 'is called' })),
        { address: intent.refund?.receiver ?? null, role: 'receives the gas refund' },
      ]
    case 'delegation':
      return [{ address: intent.delegate, role: 'becomes the code of the account' }]
    case 'session':
      return [
        { address: intent.delegate, role: 'may act for the account' },
        ...intent.targets.map((address) => ({ address, role: 'may be called' })),
      ]
    case 'vote':
      return [{ address: intent.delegate, role: 'votes' }]
    case 'hidden-transaction':
      return [{ address: intent.transaction?.to ?? null, role: 'is called' }]
    case 'unknown':
      return intent.addresses.map(({ address }) => ({ address, role: 'is named' }))
    default:
      return []
  }
}

/** Invisible characters as the server names them in text: `[U+200B]`. */
const NAMED_INVISIBLE = /\[U\+[0-9A-FU+ …]*\]/g

/** A name as an eye takes it: without case, spaces, signs and the forms of letters that only look different. */
export function plainName(name: string): string {
  return name
    .replace(NAMED_INVISIBLE, '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** Which intent of a message a loss comes from: the first that names its asset and owner; null when none does. */
export function causeOf(loss: Loss, intents: Facts['intents']): SignedIntent | null {
  return intents.find((intent) => explains(intent, loss)) ?? null
}

/** Whether an execution orders the loss as a plain payment: who signs can see the amount and who gets it. */
export function isOrderedPayment(loss: Loss, intent: SignedIntent | null): boolean {
  if (intent?.kind !== 'execution') return false
  if (loss.how === 'sent') return true
  const payees = callsOf(intent.calls).map((call) => payeeOf(call, loss.address))
  return loss.takers.length > 0 && loss.takers.every((taker) => payees.includes(taker))
}

function explains(intent: SignedIntent, { address, account }: Loss): boolean {
  switch (intent.kind) {
    case 'allowance':
      return intent.token === address && intent.owner === account
    case 'transfer':
      return intent.token === address && intent.from === account
    case 'order':
      return intent.offerer === account && intent.gives.some((given) => given.address === address)
    case 'execution':
      return intent.account === account
    default:
      return false
  }
}

/** Receiver of a plain transfer of the asset; null when the call is none. */
function payeeOf({ to, value, data, operation }: SignedCall, asset: Address | null): Address | null {
  if (operation === 1) return null
  if (asset === null) return value > 0n && data === '0x' ? to : null
  if (to !== asset) return null
  const selector = data.slice(0, 10)
  if (selector === SELECTORS.transfer || selector === SELECTORS.transferId) return argument(data, 0)
  return NFT_TRANSFERS.has(selector) ? argument(data, 1) : null
}

const NFT_TRANSFERS: ReadonlySet<string> = new Set([
  SELECTORS.transferFrom,
  SELECTORS.safeTransferFrom,
  SELECTORS.safeTransferFromWithData,
  SELECTORS.safeTransferFrom1155,
  SELECTORS.transferFromId,
])

function argument(data: Hex, at: number): Address {
  return `0x${data.slice(10 + 64 * at + 24, 10 + 64 * (at + 1))}`
}

/** Returns the hits; without hits, the parts that could not be examined, if any. */
export function judged(hits: Hit[], unknown: readonly string[]): Verdict {
  return hits.length === 0 && unknown.length > 0 ? { unknown: [...new Set(unknown)] } : hits
}
