import type { Address, Hex } from '../address.ts'
import type { Loss } from '../derive/shapes.ts'
import type { SignedCall, SignedIntent } from '../facts/signedIntent.ts'
import type { Facts } from '../facts.ts'
import { SELECTORS } from '../selectors.ts'
import { callsOf } from './callsOf.ts'

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
  if (selector === SELECTORS.transfer) return argument(data, 0)
  return NFT_TRANSFERS.has(selector) ? argument(data, 1) : null
}

const NFT_TRANSFERS: ReadonlySet<string> = new Set([
  SELECTORS.transferFrom,
  SELECTORS.safeTransferFrom,
  SELECTORS.safeTransferFromWithData,
  SELECTORS.safeTransferFrom1155,
])

function argument(data: Hex, at: number): Address {
  return `0x${data.slice(10 + 64 * at + 24, 10 + 64 * (at + 1))}`
}
