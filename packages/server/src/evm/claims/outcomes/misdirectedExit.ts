import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { MisdirectedExit } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { getContractAddress } from 'viem/utils'
import { isAccountShown } from '../../privileges/funds/isAccountShown.ts'
import type { Exit } from '../exits/searchExits.ts'
import type { Deposit } from '../searchDeposit.ts'

/** Percent of the deposit that the call must send away. */
const SENT_PERCENT = 50n
/** Last transactions of the owner that may have created the contract. */
const MAX_CREATIONS = 100
/** Receivers that are looked at: a hostile contract may name any number. */
const MAX_RECEIVERS = 4

/**
 * Returns an executed withdrawal of a contract that obeys its payer, which sends the deposit to an account without code that the call does
 * not name, where none pays the payer. `isHidden`: neither code nor a storage word that the call reads shows that account.
 * Contracts that any account may call, and that the payer did not create, are left out: they are meant for others. Amounts in base units.
 * @throws NetworkUnavailable when code or storage cannot be read.
 */
export async function misdirectedExit(deposit: Deposit): Promise<MisdirectedExit | null> {
  const { sources, block, owned, search, signal } = deposit
  const { account, payers, transaction, losses } = owned
  const [first] = losses
  if (first === undefined || search.best.call !== null) return null
  const large = search.sent.filter(({ amount }) => amount * 100n >= first.amount * SENT_PERCENT)
  const byReceiver = Map.groupBy(large, ({ receiver }) => receiver)
  for (const [receiver, [sent]] of [...byReceiver].slice(0, MAX_RECEIVERS)) {
    if (sent === undefined) continue
    const { call, amount } = sent
    const exit = exitOf(search.exits, call)
    if (exit === null || transaction.data.includes(receiver.slice(2))) continue
    if (payers.some(({ address }) => address === receiver)) continue
    if ((await sources.chain.code(block, receiver, signal)) !== '0x') continue
    if (!exit.made.gated && !(await isCreatedBy(account, exit.payer.address))) continue
    const { selector, signature } = exit.made
    return {
      contract: exit.payer.address,
      selector,
      signature,
      receiver,
      amount,
      isHidden: !(await isShown(call, receiver)),
    }
  }
  return null

  async function isCreatedBy(creator: Address, contract: Address): Promise<boolean> {
    const next = await sources.chain.nonce(block, creator, signal)
    for (let nonce = next - 1; nonce >= Math.max(0, next - MAX_CREATIONS); nonce--)
      if (getContractAddress({ from: creator, nonce: BigInt(nonce) }).toLowerCase() === contract) return true
    return false
  }

  async function isShown(call: Transaction, receiver: Address): Promise<boolean> {
    const { chain, simulator } = sources
    const { stateOverrides = {} } = deposit.runs.sequenceOf(account, owned.held, { blocks: [{ calls: [call] }] })
    return (await isAccountShown({ chain, simulator }, { block, call, stateOverrides }, receiver, signal)) !== false
  }
}

function exitOf(exits: readonly Exit[], { to, data }: { to: Address | null; data: Hex }): Exit | null {
  return exits.find(({ payer, made }) => payer.address === to && data.startsWith(made.selector)) ?? null
}
