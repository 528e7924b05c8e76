import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { MisdirectedExit } from '@redoubt/risk/facts/claim.ts'
import { getContractAddress } from 'viem/utils'
import type { Exit } from '../exits/searchExits.ts'
import type { Deposit } from '../searchDeposit.ts'

/** Percent of the deposit that the call must send away. */
const SENT_PERCENT = 50n
/** Last transactions of the owner that may have created the contract, and storage words of the function that are read. */
const MAX_CREATIONS = 100
const MAX_WORDS = 12
/** Receivers that are looked at: a hostile contract may name any number. */
const MAX_RECEIVERS = 4

/**
 * Returns an executed withdrawal of a contract that obeys its payer, which sends the deposit to an account without code that the call does
 * not name, where none pays the payer. `isHidden`: neither the code nor a storage word that the function reads shows that account.
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
      isHidden: !(await isShown(exit, receiver)),
    }
  }
  return null

  async function isCreatedBy(creator: Address, contract: Address): Promise<boolean> {
    const next = await sources.chain.nonce(block, creator, signal)
    for (let nonce = next - 1; nonce >= Math.max(0, next - MAX_CREATIONS); nonce--)
      if (getContractAddress({ from: creator, nonce: BigInt(nonce) }).toLowerCase() === contract) return true
    return false
  }

  async function isShown({ payer, made }: Exit, receiver: Address): Promise<boolean> {
    const running = payer.proxy?.implementations[0] ?? payer.address
    const code = await sources.chain.code(block, running, signal)
    const digits = receiver.slice(2)
    if (code.includes(digits)) return true
    const slots = made.reads.slice(0, MAX_WORDS)
    const words = await Promise.all(slots.map((slot) => sources.chain.storage(block, payer.address, slot, signal)))
    return words.some((word) => word.includes(digits))
  }
}

function exitOf(exits: readonly Exit[], { to, data }: { to: Address | null; data: Hex }): Exit | null {
  return exits.find(({ payer, made }) => payer.address === to && data.startsWith(made.selector)) ?? null
}
