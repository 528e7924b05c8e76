import { encodeAbiParameters, keccak256 } from 'viem/utils'
import { defineDetector } from '../../detector.ts'
import type { Account, Address, Hex, Movement, StateDiff } from '../../facts.ts'
import { standingOf } from '../../standing.ts'
import { describeAsset } from '../../wording/formatAmount.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

/** Mappings are looked for at the first storage slots, and structs in them up to this many words. */
const MAPPING_SLOTS = 32n
const STRUCT_WORDS = 8n
const MOST_PERCENT = 50n

export default defineDetector({
  id: 'payment-for-nothing',
  title: 'You pay and get nothing back',
  why: 'Value goes to a contract that nobody we know has named; no token, item or coin comes back, and the contract writes down no credit for you. Fake mints, claims and “security updates” work like this.',
  advice: 'Reject it unless you know the contract and mean to give the money away.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  decisive: true,
  needs: ['movements', 'counterparties', 'recipient', 'simulation'],
  detect: ({ movements, counterparties, recipient, simulation }) => {
    if (recipient === null || recipient.class === 'eoa') return 'not-applicable'
    if (standingOf(recipient) === 'known' || movements.gained.length > 0) return []
    const standing = (taker: Address) => standingIn(counterparties, taker)
    return movements.lost
      .filter(
        ({ how, takers }) =>
          how === 'paid' && !(takers.length > 0 && takers.every((taker) => standing(taker) === 'known')),
      )
      .map((loss) => {
        const toPerson = loss.takers.some((taker) => standing(taker) === 'person' || standing(taker) === 'flagged')
        const credited = !toPerson && loss.takers.some((taker) => hasCredit(simulation.stateDiff, taker, loss.account))
        const most = loss.before !== null && loss.amount * 100n >= loss.before * MOST_PERCENT
        const receiver = loss.takers[0] ?? recipient.address
        const story = toPerson
          ? 'passes through the contract to a personal wallet'
          : credited
            ? 'stays in the contract, which writes down a credit for you'
            : 'stays in the contract, which gives and credits you nothing'
        return {
          severity: credited ? 'low' : toPerson && most ? 'critical' : 'high',
          description: `Your ${describeAsset(loss)} ${story}: ${nameAccount(receiver, counterparties[receiver])}.`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            takers: loss.takers,
            toPerson,
            credited,
            holdingBefore: loss.before === null ? null : String(loss.before),
          },
        }
      })
  },
})

function standingIn(accounts: Readonly<Record<Address, Account>>, address: Address) {
  const account = accounts[address]
  return account ? standingOf(account) : 'unknown'
}

/**
 * Whether the contract raised a storage word of a mapping keyed by the payer (Solidity and Vyper hash key and slot in
 * opposite orders): deposits, stakes and shares are kept like that.
 */
function hasCredit(diff: StateDiff, contract: Address, payer: Movement['account']): boolean {
  const raised = new Set(
    Object.entries(diff[contract]?.storage ?? {})
      .filter(([, { before, after }]) => BigInt(after) > BigInt(before))
      .map(([slot]) => BigInt(slot)),
  )
  if (raised.size === 0) return false
  for (let slot = 0n; slot < MAPPING_SLOTS; slot++) {
    for (const entry of entriesOf(payer, slot)) {
      for (let word = 0n; word < STRUCT_WORDS; word++) if (raised.has(BigInt(entry) + word)) return true
    }
  }
  return false
}

function entriesOf(key: Address, slot: bigint): Hex[] {
  return [
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [key, slot])),
    keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'address' }], [slot, key])),
  ]
}
