import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { privilegedAccount } from '../bytecode/proxy/privilegedAccount.ts'
import { resolveProxy } from '../bytecode/proxy/resolveProxy.ts'
import { makeFixture } from '../privileges/fixture.ts'
import { gatherCallers } from '../privileges/holders/gatherCallers.ts'
import type { PrivilegesContext } from '../privileges/privilegesContext.ts'
import type { PrivilegesRequest, PrivilegesSources } from '../privileges/privilegesRequest.ts'
import { screen } from '../privileges/screen.ts'
import { freshAccount } from '../trade/pockets.ts'
import { createBudget } from '../trade/tradeContext.ts'
import type { Best, ClaimSources, claimRuns, Walk, Watched } from './claimRuns.ts'

type Question = {
  block: PinnedBlock
  account: Address
  held: bigint
  runs: ReturnType<typeof claimRuns>
  watched: readonly Watched[]
  paid: Best
  approvals: readonly Transaction[]
  contract: Address
  until: number
}

const MAX_RUNS = 160
const MAX_SWITCHES = 40
/** Percent of what came back before, below which a privileged call has switched the withdrawal off. */
const OFF_PERCENT = 50n

/** Finds privileged calls after which the withdrawal that worked pays less than half. */
export async function withdrawalSwitches(
  sources: ClaimSources,
  question: Question,
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const { block, account, held, runs, watched, paid, contract, until } = question
  const { chain, simulator, bytecode } = sources
  if (paid.walk === null || performance.now() > until) return []
  const code = await chain.code(block, contract, signal)
  const proxy = await resolveProxy(chain, { block, address: contract, code }, signal).catch(() => null)
  const running = proxy?.implementations[0] ?? contract
  const analyse: PrivilegesSources['analyse'] = (address, of, within) =>
    bytecode.analyse({ address, code: of, abi: null }, within)
  const analysed = await analyse(
    running,
    running === contract ? code : await chain.code(block, running, signal),
    signal,
  )
  if (analysed === null || !analysed.functions.some(({ gated }) => gated)) return []
  const request: PrivilegesRequest = {
    block,
    address: contract,
    bytecode: analysed,
    proxy,
    trade: null,
    suspects: [],
    creation: null,
  }
  const own = { chain, simulator, analyse }
  const fresh = (name: string) => freshAccount(block.hash, contract, name)
  const budget = createBudget(MAX_RUNS, Math.max(until - performance.now(), 1))
  const [fixture, { targets, insiders }] = await Promise.all([
    makeFixture({ ...own, ...request, fresh, signal }),
    gatherCallers(own, request, budget, signal),
  ])
  const context: PrivilegesContext = { ...own, ...request, fixture, budget, signal, fresh, insiders }
  const { tried } = await screen(context, targets)
  const privileged = tried
    .filter(({ caller }) => caller.role !== 'stranger' && caller.address !== account)
    .slice(0, MAX_SWITCHES)
  const { blocks } = paid.walk
  const walks = privileged.map(({ call, first }): Walk => {
    // What was tried on a made-up holder is done to the owner of the deposit.
    const aimed = (one: Transaction): Transaction => ({
      ...one,
      data: one.data.replaceAll(fixture.holder.slice(2), account.slice(2)) as Hex,
    })
    const calls = [...(first === undefined ? [] : [aimed(first.call)]), aimed(call)]
    const [now, ...rest] = blocks
    return { blocks: [{ calls: [...calls, ...(now?.calls ?? [])] }, ...rest] }
  })
  const outcomes = await simulator.simulateSequences({
    block,
    sequences: walks.map((walk) => runs.sequenceOf(account, held, walk)),
    transfers: true,
    signal,
  })
  const off = privileged.filter((_, index) => {
    const walk = walks[index]
    const seen = walk === undefined ? null : runs.read(account, walk, outcomes[index] ?? null)
    if (seen === null || seen.calls[0]?.success !== true) return false
    return watched.some((_, at) => (seen.returned.at(-1)?.[at] ?? 0n) * 100n < (paid.returned[at] ?? 0n) * OFF_PERCENT)
  })
  const unique = [...new Map(off.map((one) => [`${one.caller.address} ${one.made.selector}`, one])).values()]
  return Promise.all(
    unique.slice(0, 4).map(async ({ caller, made }): Promise<ClaimSwitch> => {
      const holder = await privilegedAccount(chain, { block, address: caller.address, by: caller.by }, signal)
      return {
        caller: caller.address,
        by: caller.by,
        selector: made.selector,
        signature: made.signature,
        isKey: holder.account === 'eoa',
      }
    }),
  )
}
