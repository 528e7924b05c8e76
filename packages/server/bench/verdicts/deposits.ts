import { parseEther } from 'viem/utils'
import type { Stage } from './stage.ts'
import { dai, dollars, erc20 } from './values.ts'
import type { VerdictCase } from './verdictCase.ts'

type DepositCall = {
  contract: string
  call: string
  args?: (stage: Stage) => readonly unknown[]
  constructorArgs?: (stage: Stage) => readonly unknown[] | Promise<readonly unknown[]>
  /** Runs after the other users' deposits. */
  afterDeposits?: (stage: Stage, id: string) => Promise<unknown>
  reviewAccepted?: NonNullable<VerdictCase['reviewAccepted']>
}

/**
 * A deposit of coins into a contract in which three others have deposited.
 * @param value ether.
 */
export function coinDeposit(
  id: string,
  what: string,
  {
    value,
    othersPay = '0.7',
    startValue = 0n,
    ...own
  }: DepositCall & {
    value: string
    /** Ether of each of the others; null for none. */
    othersPay?: string | null
    startValue?: bigint
  },
): VerdictCase {
  const { contract, call, args = () => [], afterDeposits, reviewAccepted } = own
  return {
    id,
    what,
    ...(reviewAccepted && { reviewAccepted }),
    prepare: async (stage) => {
      await stage.deploy(id, contract, await own.constructorArgs?.(stage), { value: startValue })
      const share = othersPay === null ? null : parseEther(othersPay)
      for (const user of share === null ? [] : stage.users.slice(0, 3))
        await stage.call(user, id, contract, call, args(stage), share ?? 0n)
      await afterDeposits?.(stage, id)
    },
    body: (stage) => ({
      from: stage.trader,
      to: stage.at(id),
      data: stage.encode(contract, call, args(stage)),
      value: String(parseEther(value)),
    }),
  }
}

/** A deposit of tokens, approved exactly, into a contract in which three others have deposited as much. */
export function tokenDeposit(
  id: string,
  what: string,
  { token, amount, ...own }: DepositCall & { token: 'usdc' | 'dai'; amount: number },
): VerdictCase {
  const { contract, call, args = () => [], afterDeposits, reviewAccepted } = own
  const units = (token === 'usdc' ? dollars : dai)(amount)
  return {
    id,
    what,
    ...(reviewAccepted && { reviewAccepted }),
    prepare: async (stage) => {
      const constructorArgs = (await own.constructorArgs?.(stage)) ?? [stage.tokens[token]]
      await stage.deploy(id, contract, constructorArgs)
      for (const user of stage.users.slice(0, 3)) {
        await stage.approve(user, stage.tokens[token], stage.at(id), units)
        await stage.call(user, id, contract, call, args(stage))
      }
      await afterDeposits?.(stage, id)
    },
    beforeScan: (stage) => stage.approve(stage.trader, stage.tokens[token], stage.at(id), units),
    body: (stage) => ({
      from: stage.trader,
      to: stage.at(id),
      data: stage.encode(contract, call, args(stage)),
      value: '0',
    }),
  }
}

/** A deposit of an item of the known collection, approved by its owner. */
export function itemDeposit(
  id: string,
  what: string,
  {
    contract,
    call,
    item,
    args,
    coins = 0n,
  }: { contract: string; call: string; item: bigint; args: readonly unknown[]; coins?: bigint },
): VerdictCase {
  return {
    id,
    what,
    prepare: async (stage) => {
      await stage.deploy(id, contract, [stage.world.nfts.collectible])
      if (coins > 0n) await stage.send(stage.world.actors.exchange, stage.at(id), '0x', coins)
    },
    beforeScan: (stage) =>
      stage.send(stage.trader, stage.world.nfts.collectible, erc20('approve', [stage.at(id), item])),
    body: (stage) => ({ from: stage.trader, to: stage.at(id), data: stage.encode(contract, call, args), value: '0' }),
  }
}
