import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { emittedLogs, transfersOf } from '../../decode/emittedLogs.ts'
import type { AcceptedCall } from '../../privileges/calls/tried.ts'
import { strangerOf } from '../../privileges/screen.ts'
import { word, words } from '../../trade/trader.ts'
import type { Searched } from '../callers/searchPrivileges.ts'
import type { SwitchQuestion } from './switchQuestion.ts'

const MAX_CALLERS = 6
/** Calls of the depositor's own withdrawal, those that pay nothing among them. */
const MAX_EXITS = 12
const GAS = 1_000_000n

/** Calls by which an account that is no owner moves an amount of one id: transferFrom of ERC-6909, safeTransferFrom of ERC-1155. */
const MOVES: ReadonlyMap<Hex, (owner: Address, to: Address, id: bigint, amount: bigint) => Hex> = new Map([
  ['0xfe99049a', (owner, to, id, amount) => words('0xfe99049a', owner, to, id, amount)],
  ['0xf242432a', (owner, to, id, amount) => `${words('0xf242432a', owner, to, id, amount, 160n)}${word(0n)}` as Hex],
])

/**
 * Calls of other accounts that take the depositor's new shares, which are an amount of one id, and then withdraw as the depositor would:
 * made-up holders of the search have no such shares, so that every caller is refused there. `of` names the taker.
 */
export function shareTransfers(
  { account, simulation, paid, contract }: Pick<SwitchQuestion, 'account' | 'simulation' | 'paid' | 'contract'>,
  { context, refused }: Searched,
): { of: AcceptedCall; calls: Transaction[] }[] {
  const shares = transfersOf(emittedLogs(simulation.trace)).filter(
    ({ standard, token, to, amount }) => standard === 'erc1155' && token === contract && to === account && amount > 0n,
  )
  const [share] = shares
  if (share === undefined) return []
  const { tokenId, amount } = share
  const exits = (paid.walk?.blocks[0]?.calls ?? []).filter(({ from }) => from === account).slice(0, MAX_EXITS)
  return refused.flatMap(({ target, made, ways: [way] }) => {
    const moved = MOVES.get(made.selector)
    if (target.address !== contract || moved === undefined || way === undefined || tokenId === null) return []
    const others = target.candidates.filter(({ address, role }) => address !== account && role !== 'stranger')
    return [strangerOf(context), ...others].slice(0, MAX_CALLERS).map((caller) => {
      const of = (from: Address, to: Address, data: Hex): Transaction => ({ from, to, value: 0n, data, gas: GAS })
      const call = of(caller.address, contract, moved(account, caller.address, tokenId, amount))
      const withdrawals = exits.flatMap(({ to, data }) =>
        to === null ? [] : [of(caller.address, to, data.replaceAll(account.slice(2), caller.address.slice(2)) as Hex)],
      )
      return { of: { target, made, caller, way, call }, calls: [call, ...withdrawals] }
    })
  })
}
