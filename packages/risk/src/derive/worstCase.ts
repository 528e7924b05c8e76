import type { Address } from '../address.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { SignedIntent } from '../facts/signedIntent.ts'
import type { Transaction } from '../facts/transaction.ts'
import { deriveDecodedSteps } from './decodedSteps.ts'
import { deriveMovements } from './movements.ts'
import { derivePayees } from './payees.ts'
import type { Movements, Payee } from './shapes.ts'

/** The accounts whose assets a message can move: the signer, and the accounts and owners that the intents speak for. */
export function principalsOf(signer: Address, intents: readonly SignedIntent[]): Address[] {
  return [...new Set([signer, ...intents.flatMap((intent) => ownerOf(intent) ?? [])])]
}

function ownerOf(intent: SignedIntent): Address | null {
  switch (intent.kind) {
    case 'allowance':
      return intent.owner
    case 'transfer':
      return intent.from
    case 'order':
      return intent.offerer
    case 'execution':
    case 'delegation':
    case 'session':
      return intent.account
    default:
      return null
  }
}

/**
 * Derives what the principals lose and gain in the worst case. Payments that the message itself names are `sent`, assets that an
 * order gives are `paid`, assets that a permission lets a spender take are `taken`.
 */
export function deriveWorstCase({
  signer,
  intents,
  rows,
  decode,
}: {
  signer: Address
  intents: readonly SignedIntent[]
  rows: readonly BalanceChange[]
  decode: (transaction: Transaction) => DecodedCall
}): Movements {
  const principals = principalsOf(signer, intents)
  const payees: Payee[] = []
  const steps: DecodedCall[] = []
  for (const intent of intents) {
    if (intent.kind === 'transfer' && intent.to !== null)
      payees.push({ address: intent.to, asset: intent.token, tokenId: null, amount: intent.amount })
    if (intent.kind === 'order') steps.push(namesOf(intent.gives.map(({ address }) => address)))
    for (const { from, to, value, data } of callsOf(intent)) {
      const transaction = { from, to, value, data }
      const decoded = deriveDecodedSteps(decode(transaction))
      steps.push(...decoded)
      // A receiver of coin without code of its own is paid, whatever data comes with it.
      payees.push(...derivePayees(transaction, decoded, { principals, accounts: {} }))
    }
  }
  const transaction: Transaction = { from: signer, to: null, value: 0n, data: '0x' }
  return deriveMovements({ transaction, steps, principals, payees, balanceChanges: rows })
}

function callsOf(intent: SignedIntent): Transaction[] {
  if (intent.kind === 'execution')
    return intent.calls
      .flatMap((call) => call.makes ?? [call])
      .map(({ to, value, data }) => ({ from: intent.account, to, value, data }))
  return intent.kind === 'hidden-transaction' && intent.transaction ? [intent.transaction] : []
}

/** Shows an order as a call, which it never was: it names the assets it gives. */
function namesOf(addresses: readonly (Address | null)[]): DecodedCall {
  const nothing = { to: null, selector: null, functionName: null, signature: null, abi: null, value: 0n } as const
  return { ...nothing, parameters: [], args: addresses.filter((address) => address !== null), calls: [] }
}
