import type { Address } from '../address.ts'
import type { SignedIntent } from '../facts/signedIntent.ts'

/** An account that the signature benefits, and its role. */
export type Party = { address: Address; role: string }

const NOBODY = `0x${'0'.repeat(40)}`

/** Returns the accounts that a message pays or lets in: never the signer, never the tokens. Each address and role once. */
export function partiesOf(intents: readonly SignedIntent[], signer: Address): Party[] {
  const parties = new Map<string, Party>()
  for (const { address, role } of intents.flatMap((intent) => [...namedBy(intent), ...acceptedBy(intent)]))
    if (address !== null && address !== signer && address !== NOBODY)
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

function acceptedBy({ verifier }: SignedIntent): { address: Address | null; role: string }[] {
  return [{ address: verifier, role: 'checks the signature' }]
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
