import type { Address } from '@redoubt/risk/address.ts'
import { callerClassOf } from '@redoubt/risk/contract/callers.ts'
import { isFreeMint } from '@redoubt/risk/contract/freeMint.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PurchasePrivileges } from '@redoubt/risk/facts/probes.ts'
import type { ContractSources } from '../contract/contractSources.ts'

/** What was left out, where not all powers were looked for. */
const POWERS = 'conditions of calls'

/**
 * Builds the probe of what privileged accounts of a token can do to its buyers: the part of a contract scan that a purchase
 * needs.
 * @throws when the code cannot be read, analysed or executed.
 */
export function createPurchaseProbe({
  account,
  proxy,
  bytecode,
  trade,
  privileges,
  guardedTokenPowers,
  provenance,
}: ContractSources) {
  const madeBy = async (block: PinnedBlock, token: Address, signal: AbortSignal) =>
    (await provenance?.(block, { address: token }, signal).catch(() => null)) ?? null
  return async (
    block: PinnedBlock,
    token: Address,
    signal: AbortSignal,
  ): Promise<Omit<PurchasePrivileges, 'token'> | null> => {
    if (!proxy || !bytecode || !trade || !privileges) throw new Error('nothing can be executed here')
    const of = { address: token }
    const [subject, target] = await Promise.all([account(block, token, signal, 'callee'), proxy(block, of, signal)])
    if (subject.token?.standard !== 'erc20') return null
    const known = { ...of, proxy: target }
    const [analysed, market] = await Promise.all([
      bytecode(block, { ...known, abi: null }, signal),
      trade(block, { ...of, token: subject.token, insiders: [] }, signal),
    ])
    if (market === null) return null
    const asked = { ...known, bytecode: analysed, trade: market, creator: null, creation: null }
    let made: ReturnType<typeof madeBy> | null = null
    const origin = () => {
      made ??= madeBy(block, token, signal)
      return made
    }
    const searched =
      analysed === null
        ? null
        : guardedTokenPowers?.(
            block,
            {
              address: token,
              bytecode: analysed,
              trade: market,
              suspects: async () => [(await origin())?.creator ?? []].flat(),
              creation: async () => (await origin())?.creationTransaction ?? null,
            },
            signal,
          )
    const [{ switches, capabilities, privileged, budget, failure = null }, search] = await Promise.all([
      privileges(block, asked, signal),
      searched?.catch(() => {
        signal.throwIfAborted()
        return { powers: [], cut: true }
      }) ?? { powers: [], cut: false },
    ])
    const { powers } = search
    const missed = search.cut ? [POWERS] : []
    // What was found counts; nothing found is then no answer.
    if (failure !== null && switches.length + powers.length === 0) throw failure
    const functions = analysed?.functions ?? []
    const freeMints = capabilities.filter((one) =>
      isFreeMint(one, { caller: callerClassOf(one.call, privileged), functions }),
    )
    return { subject, trade: market, switches, freeMints, powers, privileged, cut: [...budget.cut, ...missed] }
  }
}

/** What was left out of probes, where that matters: a switch that was found is no answer to what the other powers are. */
export function leftOut(probes: readonly Pick<PurchasePrivileges, 'switches' | 'cut'>[]): string[] {
  return probes.flatMap(({ switches, cut }) => (switches.length === 0 ? cut : cut.filter((one) => one === POWERS)))
}
