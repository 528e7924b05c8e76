import type { Address } from '@redoubt/risk/address.ts'
import { asExecuted } from '@redoubt/risk/contract/callers.ts'
import { isNamed } from '@redoubt/risk/contract/genuine.ts'
import { executedHolders } from '@redoubt/risk/contract/guardedPullHits.ts'
import { attempt, type FactProviders, type GetFact, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import { judgedPartsOf } from '@redoubt/risk/engine/judgedParts.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import { isMissingState } from '../isMissingState.ts'
import type { ContractScanInput } from './contractScanInput.ts'
import type { ContractSources } from './contractSources.ts'
import { hasCode } from './hasCode.ts'
import { CREATOR_WITHIN, insidersOf } from './insidersOf.ts'
import { partOf } from './partOf.ts'

/** Kinds of accounts that say nothing of themselves which execution could contradict. */
const SIMPLE: ReadonlySet<string> = new Set(['eoa', 'burned'])
const NOT_RUN = {
  reason: 'failed',
  message: 'the code could not be run on the state that the node has',
  root: 'guardedTokenPowers',
  decisive: false,
} as const
const NO_POWERS = { powers: [], cut: false }

/** What can be done with a contract beyond its owner's word: privileged calls, switches, pulls of approved tokens, powers over a token. */
export function powerProviders(input: ContractScanInput, sources: ContractSources): FactProviders {
  const { address } = input
  const privileges = sources.privileges && privilegesOnce(input, sources.privileges)
  const pullsOf = sources.guardedPulls && pullsOnce(input, sources.guardedPulls)
  return {
    ...(privileges && {
      privileged: async (get, signal) => {
        const { privileged, budget, failure } = await privileges(get, signal)
        return partOf(privileged, { cut: budget.cut, failure }, await get('subject'))
      },
      capabilities: async (get, signal) => {
        const { capabilities, budget, failure } = await privileges(get, signal)
        const judged = executedHolders((await attempt(get, 'guardedPulls')).value ?? [])
        const shown = capabilities.filter(
          ({ kind, call }) => kind !== 'pull-approved-tokens' || !judged.has(call.caller),
        )
        return partOf(shown, { cut: budget.cut, failure }, await get('subject'))
      },
      privilegesBudget: async (get, signal) => (await privileges(get, signal)).budget,
      switches: async (get, signal) => {
        const [token, trade] = await Promise.all([get('token'), get('trade')])
        // Without a trade the effect of a switch is unknown; the detectors know that from the trade.
        const collection = token?.standard === 'erc721' || token?.standard === 'erc1155'
        if (!collection && (token?.standard !== 'erc20' || trade === null)) return []
        const { switches, budget, failure } = await privileges(get, signal)
        return partOf(switches, { cut: budget.cut, failure }, await get('subject'))
      },
    }),
    ...(pullsOf && {
      guardedPulls: async (get, signal) => {
        const pulls = (await pullsOf(get, signal))?.pulls ?? []
        // What a timelock or a multisig states was executed with the privileged calls.
        const isStated = pulls.some(({ holders }) => holders.some(({ account }) => !SIMPLE.has(account)))
        const executed = isStated ? ((await attempt(get, 'privileged')).value ?? []) : []
        return pulls.map((pull) => ({ ...pull, holders: pull.holders.map((one) => asExecuted(one, executed)) }))
      },
      pullCoverage: async (get, signal) => (await pullsOf(get, signal))?.coverage ?? null,
    }),
    guardedTokenPowers: async (get, signal) => {
      const [block, subject, token] = await Promise.all([get('block'), get('subject'), get('token')])
      if (sources.guardedTokenPowers === undefined || token?.standard !== 'erc20' || isNamed(subject)) return NO_POWERS
      const [bytecode, trade] = await Promise.all([get('bytecode'), attempt(get, 'trade')])
      if (bytecode === null) return NO_POWERS
      const suspects = () => insidersOf(get)
      const creation = async () => {
        const provenance = await withTimeout(attempt(get, 'provenance'), CREATOR_WITHIN)
        return provenance?.value?.creationTransaction ?? null
      }
      const known = { address, bytecode, trade: trade.value ?? null, suspects, creation }
      try {
        const found = await sources.guardedTokenPowers(block, known, signal)
        return partOf(found, { cut: found.cut ? ['conditions of calls'] : [] }, subject)
      } catch (error) {
        if (!isMissingState(error)) throw error
        return new Incomplete(NO_POWERS, { ...NOT_RUN, error })
      }
    },
  }
}

/** The pulls of approved tokens and the coverage of their search, which is made once; null where none is made. */
function pullsOnce({ address }: ContractScanInput, gather: NonNullable<ContractSources['guardedPulls']>) {
  let gathered: ReturnType<typeof ask> | undefined
  const ask = async (get: GetFact, signal: AbortSignal) => {
    const [block, subject] = await Promise.all([get('block'), get('subject')])
    if (judgedPartsOf(subject) !== 'contract' || !hasCode(subject) || isNamed(subject)) return null
    const bytecode = await get('bytecode')
    return bytecode === null ? null : gather(block, { address, bytecode }, signal)
  }
  return (get: GetFact, signal: AbortSignal) => {
    gathered ??= ask(get, signal)
    return gathered
  }
}

/** Several facts of one source, which is asked once. */
function privilegesOnce({ address }: ContractScanInput, gather: NonNullable<ContractSources['privileges']>) {
  let gathered: Promise<Privileges> | undefined
  const ask = async (get: GetFact, signal: AbortSignal): Promise<Privileges> => {
    const [block, subject] = await Promise.all([get('block'), get('subject')])
    if (subject.class !== 'contract') return POWERLESS
    const [bytecode, proxy, trade, provenance] = await Promise.all([
      attempt(get, 'bytecode'),
      attempt(get, 'proxy'),
      attempt(get, 'trade'),
      withTimeout(attempt(get, 'provenance'), CREATOR_WITHIN),
    ])
    const known = { bytecode: bytecode.value, proxy: proxy.value, trade: trade.value }
    const { creator = null, creationTransaction: creation = null } = provenance?.value ?? {}
    const [found, personal] = await Promise.all([
      gather(block, { address, ...known, creator, creation }, signal),
      attempt(get, 'personalAccount'),
    ])
    return personal.value ? ofWallet(found, personal.value.owner) : found
  }
  return (get: GetFact, signal: AbortSignal) => {
    gathered ??= ask(get, signal)
    return gathered
  }
}

/** What the key of a wallet does with the wallet's own assets is no power over others, and there are no deposits to search for. */
function ofWallet({ capabilities, budget, ...found }: Privileges, owner: Address): Privileges {
  return {
    ...found,
    capabilities: capabilities.filter(({ call }) => call.caller !== owner),
    budget: { ...budget, cut: [] },
  }
}

type Privileges = Awaited<ReturnType<NonNullable<ContractSources['privileges']>>>
const POWERLESS: Privileges = { privileged: [], switches: [], capabilities: [], budget: { runs: 0, max: 0, cut: [] } }
