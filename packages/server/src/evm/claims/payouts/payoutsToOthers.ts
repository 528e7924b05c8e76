import type { Address } from '@redoubt/risk/address.ts'
import { actsAsKey } from '@redoubt/risk/contract/callers.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { GuardedPull } from '@redoubt/risk/facts/guardedPull.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { callData, wordAt } from '../../decode/callData.ts'
import type { FoundPull } from '../../privileges/pulls/contractPulls.ts'
import { withHolders } from '../../privileges/pulls/obeyedContracts.ts'
import { paysMost } from '../../privileges/pulls/paysMost.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { Watched } from '../runs/claimRuns.ts'
import type { PayoutPaths } from './payoutPaths.ts'

const MAX_FOUND = 6

type Question = {
  block: PinnedBlock
  /** Who deposits: what needs its own call or signature is no power of others. */
  account: Address
  watched: readonly Watched[]
  /** Stands for any account. */
  stranger: Address
  /**
   * Whether a key's own single calls count too: where a withdrawal exists, the search that executes them sees whether it still pays. A call
   * after a setting is not among those that are executed.
   */
  ownCalls: boolean
}

/**
 * Returns the payments that one key, or anyone, can make a contract do, and that cannot be executed here: a call needs a signature, a fitting
 * hash, a name of another contract, or a setting that comes first. What several keys, a timelock or an unknown account has to agree to is left out.
 */
export async function payoutsToOthers(
  chain: ChainSource,
  paths: readonly PayoutPaths[],
  { block, account, watched, stranger, ownCalls }: Question,
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  return (await Promise.all(paths.map(ofPayer))).flat()

  async function ofPayer({ world, pulls }: PayoutPaths): Promise<ClaimSwitch[]> {
    const told = await withHolders({ chain, block, signal }, world, pulls.filter(isTold).slice(0, MAX_FOUND))
    const [first] = watched
    const found: ClaimSwitch[] = []
    for (const one of told) if (first !== undefined) found.push(...(await payoutOf(one, first)))
    return found

    async function payoutOf(one: (typeof told)[number], first: Watched): Promise<ClaimSwitch[]> {
      if (!isAlone(one)) return []
      if (one.guards.some(({ holder }) => holder === account)) return []
      const [guard] = one.guards
      const isOwnCall = guard !== undefined && one.guards.every(({ by }) => by === 'caller' || by === 'role')
      if (!ownCalls && isOwnCall && one.afterSetting !== true) return []
      const isUnseen = one.guards.some(({ by }) => by === 'secret' || by === 'signature')
      if (one.bounded && isUnseen && !(await paysMost(world, one, await holdings(world.address)))) return []
      const caller = guard?.holder ?? stranger
      return [
        {
          caller,
          by:
            guard === undefined
              ? 'anyone'
              : guard.by === 'secret'
                ? 'anyone who knows a secret value'
                : guard.by === 'signature'
                  ? 'a key whose signature it accepts'
                  : 'an account of its code',
          selector: one.selector,
          signature: one.signature,
          isKey: true,
          lifted: true,
          ...(guard === undefined && { anyone: true as const }),
          takes: { asset: first.asset, amount: first.amount, receiver: caller },
        },
      ]
    }
  }

  /** What a contract holds once the deposit is there. */
  async function holdings(contract: bigint): Promise<Map<bigint | null, bigint>> {
    const address: Address = `0x${contract.toString(16).padStart(40, '0')}`
    const read = watched.map(async ({ asset, amount }): Promise<[bigint | null, bigint]> => {
      const before =
        asset === null
          ? await chain.balance(block, address, signal)
          : wordAt(await chain.call(block, { to: asset, data: callData('balanceOf', address) }, signal).catch(unread))
      return [asset === null ? null : BigInt(asset), (before ?? 0n) + amount]
    })
    return new Map(await Promise.all(read))
  }

  function unread(): null {
    signal.throwIfAborted()
    return null
  }
}

/** Each guard names its account, and the code fixes what is called. */
function isTold({ guards, anyCall }: FoundPull): boolean {
  return !anyCall && guards.every(({ by, holder }) => holder !== null || by === 'secret')
}

/** Whether no account but single keys has to agree. */
export function isAlone({ guards, holders }: GuardedPull): boolean {
  const keys = new Set(holders.filter(actsAsKey).map(({ address }) => address))
  return guards.every(({ by, holder }) => by === 'secret' || (holder !== null && keys.has(holder)))
}
