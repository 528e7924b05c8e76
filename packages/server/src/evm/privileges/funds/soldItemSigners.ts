import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { patient } from '../../../lib/patience.ts'
import { addressAt, callData } from '../../decode/callData.ts'
import { transfersOf } from '../../decode/emittedLogs.ts'
import { NATIVE } from '../../simulation/flatRun.ts'
import type { CallOutcome } from '../../simulation/simulator.ts'
import { word } from '../../trade/trader.ts'
import { askWord } from '../assets.ts'
import { type Attempt, execute } from '../execute.ts'
import type { Candidate } from '../holders/candidate.ts'
import { keysAmong } from '../holders/commandCalls.ts'
import type { Target } from '../holders/targets.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { itemOfAccount, TOKEN_OF_ACCOUNT } from './itemAccount.ts'

const WHAT = 'signers of an item’s account'
/** execute(address,uint256,bytes,uint8) of ERC-6551, and executeCall(address,uint256,bytes) of its drafts. */
const EXECUTE = '0x51945447'
const EXECUTE_CALL = '0x9e5d4c49'
const TRANSFER_FROM = '0x23b872dd'
const MAX_SIGNERS = 12
const LOG_BLOCKS = 50_000n
const LOGS_MS = 1_000
const GAS = 1_500_000n
const ONE = 1n

/**
 * Finds keys that still spend from the account of an item (ERC-6551) once its owner has sent the item to another account: what a seller, or a
 * signer that the seller named, takes after the sale. The new owner can spend from it, as a control.
 */
export async function soldItemSigners(context: PrivilegesContext, subject: Target): Promise<Capability[]> {
  const { chain, block, address, bytecode, fixture, signal } = context
  const selectors = new Set(bytecode.functions.map(({ selector }) => selector))
  const made = bytecode.functions.find(({ selector }) => selector === EXECUTE || selector === EXECUTE_CALL)
  if (!selectors.has(TOKEN_OF_ACCOUNT) || made === undefined) return []
  const item = await itemOfAccount(context, { block, address }, signal)
  if (item === null) return []
  const { collection, id } = item
  const owner = addressAt(await askWord(context, collection, callData('ownerOf', id)))
  if (owner === null || BigInt(owner) === 0n) return []
  const signers = await candidates(owner)
  const buyer = fixture.recipient
  const sale: Transaction = {
    from: owner,
    to: collection,
    value: 0n,
    data: `${TRANSFER_FROM}${[owner, buyer, id].map(word).join('')}`,
    gas: GAS,
  }
  const attempts = [buyer, ...signers.map((one) => one.address)].map((who): Attempt => ({ calls: [sale, spends(who)] }))
  const outcomes = await execute(context, attempts, WHAT, { transfers: true })
  const paid = [buyer, ...signers.map((one) => one.address)].map((who, at) => isPaid(who, outcomes[at] ?? null))
  if (paid[0] !== true) return []
  return signers.flatMap(({ address: caller, role }, at): Capability[] => {
    if (paid[at + 1] !== true) return []
    const { selector, signature } = made
    return [
      {
        kind: 'withdraw-others-funds',
        state: 'effective',
        call: { caller, callerRole: role, selector, signature, args: [caller, String(ONE), '0x'] },
        shown: `after ${owner} had sent item ${id} of ${collection} to another account, the call paid coins of this account`,
        afterSale: true,
      },
    ]
  })

  /** Keys that the contract, its logs or its past callers name, and the seller. */
  async function candidates(seller: Address): Promise<{ address: Address; role: Candidate['role'] }[]> {
    const fromBlock = block.number > LOG_BLOCKS ? block.number - LOG_BLOCKS : 0n
    const within = AbortSignal.any([signal, AbortSignal.timeout(patient(LOGS_MS))])
    const logs = await chain
      .logs({ address: [address], topics: [], fromBlock, toBlock: block.number, pin: block }, within)
      .catch(() => {
        signal.throwIfAborted()
        return []
      })
    const logged = logs.flatMap(({ topics }) => topics.slice(1).flatMap((topic) => addressAt(topic) ?? []))
    const known = [...subject.candidates, ...context.insiders].map((one) => one.address)
    const all = [...new Set([seller, ...logged.toReversed(), ...known])].filter((one) => BigInt(one) > 0xffffn)
    const keys = await keysAmong({ chain, block, signal }, all.slice(0, MAX_SIGNERS))
    return keys.map((one) => ({ address: one, role: 'role' as const }))
  }

  function spends(who: Address): Transaction {
    const [four, three] = [0x80n, 0x60n]
    const words = made?.selector === EXECUTE ? [who, ONE, four, 0n, 0n] : [who, ONE, three, 0n]
    const data: Hex = `${made?.selector ?? EXECUTE}${words.map(word).join('')}`
    return { from: who, to: address, value: 0n, data, gas: GAS }
  }

  function isPaid(who: Address, outcome: readonly CallOutcome[] | null): boolean {
    const [sold, spent] = outcome ?? []
    if (sold?.success !== true || spent?.success !== true) return false
    const moved = transfersOf(spent.logs.map((log) => ({ ...log, selector: '0x' as const })))
    return moved.some(
      ({ token, from, to, amount }) => token === NATIVE && from === address && to === who && amount === ONE,
    )
  }
}
