import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { Right } from '@redoubt/risk/facts/right.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { claimRuns, type Stand, type Walk } from '../claims/runs/claimRuns.ts'
import { argumentTypes } from '../privileges/calls/argumentPlan.ts'
import type { CallOutcome, Sequence } from '../simulation/simulator.ts'
import { readTraderAnswers, traderReads } from '../trade/trader.ts'
import type { Site } from './readSite.ts'
import { callAs } from './takeCalls.ts'

type Question = {
  simulation: Simulation
  stand: Stand
  runAll(sequences: readonly Sequence[]): Promise<(CallOutcome[] | null)[]>
}

type Asked = { party: Address; contract: Address; made: ContractFunction; calls: readonly Transaction[] }

const LOOK_GAS = 5_000_000n
const MAX_CALLS = 24

/** Finds calls after which a getter that names the account names another one, and which the holder could not make before. */
export async function proveOwnership(site: Site, asked: readonly Asked[], question: Question): Promise<Right[]> {
  const { owned, account } = site
  if (owned.length === 0) return []
  const { simulation, stand, runAll } = question
  const look = callAs(stand.stranger, stand.reader, traderReads(owned.map(({ read }) => read)))
  const tried = asked
    .flatMap(({ calls, ...one }) =>
      calls.filter(({ data, from }) => data.includes(from.slice(2))).map((call) => ({ ...one, call })),
    )
    .slice(0, MAX_CALLS)
  const runs = (diff: Simulation['stateDiff']) =>
    claimRuns({ simulation: { ...simulation, stateDiff: diff }, watched: [], stand })
  const walks = tried.map(({ call }): Walk => ({ blocks: [{ calls: [call, { ...look, gas: LOOK_GAS }] }] }))
  const after = runs(simulation.stateDiff)
  const seen = await runAll(walks.map((walk) => after.sequenceOf(account, 0n, walk)))
  const takes = tried.flatMap((one, at) => {
    const passed = passedTo(seen[at] ?? null)
    return passed === null ? [] : [{ ...one, passed, walk: walks[at] as Walk }]
  })
  const [first] = takes
  if (first === undefined) return []
  const [earlier] = await runAll([runs({}).sequenceOf(account, 0n, first.walk)])
  if (earlier === null || earlier === undefined || earlier[1]?.success === true) return []
  const { party, contract, made, passed } = first
  return [{ ...rightWithoutAsset(site, party), contract, ...calledBy(made), owned: passed, kind: 'ownership' }]

  function passedTo(outcomes: readonly CallOutcome[] | null): string | null {
    if (outcomes?.[1]?.success !== true) return null
    const answers = readTraderAnswers(outcomes[2]?.success === true ? outcomes[2].output : null, owned.length)
    const at = answers.findIndex((one) => one !== null && one[0] !== BigInt(account))
    return at < 0 ? null : (owned[at]?.name ?? null)
  }
}

/** Finds out whether a named account can afterwards make the account's own call for others: then it has the same power. */
export async function proveControl(site: Site, { simulation, stand, runAll }: Question): Promise<Right[]> {
  const { account, contract, payers } = site
  const [payer] = payers
  const call = ownCall(simulation, site)
  const made = payer?.functions.find(({ selector }) => call?.startsWith(selector))
  if (call === null || made === undefined) return []
  const types = argumentTypes(
    made.signature === null ? made.arguments : made.signature.slice(made.signature.indexOf('(') + 1, -1),
  )
  // What names a sum or an item is a payment or a transfer.
  if (!types.every((type) => ['address', 'bytes32', 'bool', 'bytes4'].includes(type))) return []
  const runs = (diff: Simulation['stateDiff']) =>
    claimRuns({ simulation: { ...simulation, stateDiff: diff }, watched: [], stand })
  for (const { address: party } of site.parties.filter(({ by }) => by.includes('call'))) {
    const data = call.replaceAll(party.slice(2), stand.observer.slice(2)) as Hex
    if (data === call) continue
    const walk: Walk = { blocks: [{ calls: [callAs(party, contract, data)] }] }
    const [after, before] = await Promise.all(
      [simulation.stateDiff, {}].map((diff) => runAll([runs(diff).sequenceOf(account, 0n, walk)])),
    )
    if (after?.[0]?.[1]?.success !== true || before?.[0]?.[1]?.success !== false) continue
    return [{ ...rightWithoutAsset(site, party), contract, ...calledBy(made), kind: 'control' }]
  }
  return []
}

function ownCall({ trace }: Simulation, { account, contract }: Site): string | null {
  const walk = (frame: NonNullable<Simulation['trace']>): string | null => {
    if (frame.error !== null) return null
    if (frame.type === 'CALL' && frame.from === account && frame.to === contract) return frame.input
    for (const call of frame.calls) {
      const found = walk(call)
      if (found !== null) return found
    }
    return null
  }
  return trace === null ? null : walk(trace)
}

function calledBy({ selector, signature }: ContractFunction): Pick<Right, 'selector' | 'signature'> {
  return { selector, signature }
}

function rightWithoutAsset(site: Site, holder: Address): Omit<Right, 'contract' | 'selector' | 'signature' | 'kind'> {
  return {
    holder,
    account: site.account,
    owned: null,
    asset: null,
    assetType: 'native',
    tokenId: null,
    symbol: null,
    decimals: null,
    amount: 0n,
    usd: null,
    whole: true,
    after: 0,
    named: site.parties.some(({ address, by }) => address === holder && by.includes('call')),
  }
}
