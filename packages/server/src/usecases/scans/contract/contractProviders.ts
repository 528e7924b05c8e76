import { KNOWN_DELEGATES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { asExecuted } from '@redoubt/risk/contract/callers.ts'
import { deriveExecutedUpgrades } from '@redoubt/risk/contract/capabilityHits.ts'
import { deriveUpgrader } from '@redoubt/risk/contract/deriveUpgrader.ts'
import { deriveGaps } from '@redoubt/risk/contract/gaps.ts'
import { isNamed } from '@redoubt/risk/contract/genuine.ts'
import { executedHolders } from '@redoubt/risk/contract/guardedPullHits.ts'
import { deriveUntradable } from '@redoubt/risk/contract/openMint.ts'
import { SELECTORS } from '@redoubt/risk/contract/selectors.ts'
import { deriveKillSwitches } from '@redoubt/risk/contract/switchHits.ts'
import {
  attempt,
  type FactProviders,
  type GetFact,
  Incomplete,
  type MissingFact,
  switchedOff,
} from '@redoubt/risk/engine/gatherFacts.ts'
import { judgedPartsOf } from '@redoubt/risk/engine/judgedParts.ts'
import type { Account, TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { Distribution } from '@redoubt/risk/facts/distribution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PrivilegedAccount } from '@redoubt/risk/facts/privileges.ts'
import { kindOf } from '@redoubt/risk/wallet/exposures.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import { isMissingState } from '../isMissingState.ts'
import { notScanned } from '../judgementProblems.ts'
import type { ContractScanInput } from './contractScanInput.ts'
import type { ContractSources } from './contractSources.ts'
import { creatorProviders } from './creatorProviders.ts'

/** Kinds of accounts that say nothing of themselves which execution could contradict. */
const SIMPLE: ReadonlySet<string> = new Set(['eoa', 'burned'])
/** Milliseconds that the analysis waits for the names of a verified ABI, and the trades for the creator's address. */
const NAMES_WITHIN = 1_500
const CREATOR_WITHIN = 300
/** Accounts of implementations looked up: a diamond has many. */
const MAX_IMPLEMENTATIONS = 24
/** A node that lacks old state puts no floor under the score: privileges and deposits say what they could not see. */
const NOT_PLAYED = {
  reason: 'failed',
  message: 'payments could not be played on the state that the node has',
  root: 'coinTraps',
  decisive: false,
} as const
const NOT_RUN = {
  reason: 'failed',
  message: 'the code could not be run on the state that the node has',
  root: 'guardedTokenPowers',
  decisive: false,
} as const
const NO_POWERS = { powers: [], cut: false }
const NOT_READ = {
  reason: 'failed',
  message: 'the node does not have the state of its deployer',
  root: 'deployerTokens',
  decisive: false,
} as const
/** Age up to which a token's deployer is looked at, in seconds: 90 days. */
const MAX_TOKEN_AGE_S = 7_776_000
const TRANSFERS: ReadonlySet<Hex> = new Set([SELECTORS.transfer, SELECTORS.transferFrom])

/**
 * How each fact of a contract scan is learned. Where there is no code, everything that code would tell is known to be nothing:
 * no source is asked. Which facts are asked for is the detectors' choice.
 */
export function contractProviders(input: ContractScanInput, sources: ContractSources): FactProviders {
  const { address } = input
  const privileges = sources.privileges && privilegesOnce(input, sources.privileges)
  const pullsOf = sources.guardedPulls && pullsOnce(input, sources.guardedPulls)
  const account = (block: PinnedBlock, of: Address, signal: AbortSignal) => sources.account(block, of, signal)

  return {
    spellings: () => [input.spelling],
    block: (_, signal) => sources.block(signal),
    subject: async (get, signal) => sources.account(await get('block'), address, signal, 'callee'),
    token: async (get) => {
      const subject = await get('subject')
      if (!hasCode(subject) || subject.class === 'delegated-eoa') return null
      const { token } = subject
      if (token !== null && (token.symbol !== null || token.decimals !== null)) return token
      // A collection or token that gives no name is told by its functions.
      const bytecode = (await attempt(get, 'bytecode')).value
      if (token !== null) return isLedger(token, bytecode) ? null : token
      const standard = bytecode?.standard ?? null
      return standard === null ? null : { standard, symbol: null, name: null, decimals: null }
    },
    ...gathered('proxy', (gather) => async (get, signal) => {
      const [block, subject] = await Promise.all([get('block'), get('subject')])
      return hasCode(subject) ? gather(block, { address }, signal) : null
    }),
    ...gathered('provenance', (gather) => async (get, signal) => {
      const [block, subject] = await Promise.all([get('block'), get('subject')])
      return hasCode(subject) && subject.class !== 'delegated-eoa' ? gather(block, { address }, signal) : NOWHERE
    }),
    ...gathered('bytecode', (gather) => async (get, signal) => {
      const [block, subject] = await Promise.all([get('block'), get('subject')])
      if (!hasCode(subject)) return null
      const named = withTimeout(attempt(get, 'provenance'), NAMES_WITHIN)
      const proxy = (await attempt(get, 'proxy')).value
      const abi = (await named)?.value?.abi ?? null
      return gather(block, { address, proxy, abi }, signal)
    }),
    personalAccount: async (get, signal) => {
      const [block, subject, proxy, bytecode] = await Promise.all([
        get('block'),
        get('subject'),
        attempt(get, 'proxy'),
        attempt(get, 'bytecode'),
      ])
      if (subject.class !== 'contract' || !proxy.value?.admin || !bytecode.value) return null
      const known = { address, bytecode: bytecode.value, proxy: proxy.value }
      // What could not be shown is no wallet.
      return (await sources.personalAccount?.(block, known, signal).catch(() => null)) ?? null
    },
    ...gathered('totalSupply', (gather) => async (get, signal) => {
      const [block, token] = await Promise.all([get('block'), get('token')])
      return token === null ? null : gather(block, { address }, signal)
    }),
    ...gathered('trade', (gather) => async (get, signal) => {
      const [block, token] = await Promise.all([get('block'), get('token')])
      if (token?.standard !== 'erc20') return null
      if (!input.simulateTrade) throw switchedOff('trade')
      const found = await gather(block, { address, token, insiders: await insidersOf(get) }, signal)
      return partOf(found, { cut: found?.budget.cut ?? [] }, await get('subject'))
    }),
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
    coinTraps: async (get, signal) => {
      const [block, subject] = await Promise.all([get('block'), get('subject')])
      if (judgedPartsOf(subject) !== 'contract' || !hasCode(subject) || isNamed(subject)) return []
      const [bytecode, wallet] = await Promise.all([get('bytecode'), attempt(get, 'personalAccount')])
      if (bytecode === null || wallet.value || sources.coinTraps === undefined) return []
      return sources.coinTraps(block, { address, bytecode }, signal).catch((error: unknown) => {
        if (!isMissingState(error)) throw error
        return new Incomplete([], { ...NOT_PLAYED, error })
      })
    },
    walletJudgement: async (get, signal) => {
      const [block, subject] = await Promise.all([get('block'), get('subject')])
      if (sources.walletJudgement === undefined || judgedPartsOf(subject) === 'contract') return null
      const judged = await sources.walletJudgement(block, subject, signal)
      return judged.complete ? judged : new Incomplete(judged, notScanned('walletJudgement', 'wallet'))
    },
    delegateActs: async (get, signal) => {
      const subject = await get('subject')
      if (subject.class !== 'delegated-eoa' || subject.delegate === null) return null
      const [block, bytecode, codes] = await Promise.all([get('block'), get('bytecode'), get('implementations')])
      const code = codes.find(({ address: of }) => of === subject.delegate)
      if (bytecode === null || KNOWN_DELEGATES.has(subject.delegate) || (code && isNamed(code))) return null
      if (sources.delegateActs === undefined) throw new Error('nothing can be executed here')
      return sources.delegateActs(block, { address, bytecode }, signal)
    },
    ...gathered('distribution', (gather) => async (get, signal) => {
      const [block, token, subject] = await Promise.all([get('block'), get('token'), get('subject')])
      if (token?.standard !== 'erc20') return null
      const provenance = (await withTimeout(attempt(get, 'provenance'), NAMES_WITHIN))?.value
      const { creator = null, creationBlock: since = null } = provenance ?? {}
      const known = { address, creator, since, past: !isNamed(subject) }
      const [found, privileged] = await Promise.all([gather(block, known, signal), attempt(get, 'privileged')])
      return found === null ? null : withExchanges(withOwners(found, privileged.value ?? []), sources.said)
    }),
    ...gathered('deployerTokens', (gather) => async (get, signal) => {
      const [block, token, subject, { creator, factory, createdAt }] = await Promise.all([
        get('block'),
        get('token'),
        get('subject'),
        get('provenance'),
      ])
      // Nor is a token of a known name judged by it, which no further read need tell.
      if (isNamed(subject)) return null
      // A token that is sold for its liquidity is new.
      if (createdAt !== null && Number(block.timestamp) - createdAt > MAX_TOKEN_AGE_S) return null
      // What a factory made says nothing of the account that asked for it.
      if (token?.standard !== 'erc20' || creator === null || factory !== null) return null
      return gather(block, { deployer: creator, except: address }, signal).catch((error: unknown) => {
        if (!isMissingState(error)) throw error
        return new Incomplete(null, { ...NOT_READ, error })
      })
    }),
    ...creatorProviders(address, sources),
    ...(sources.imitates && {
      imitates: async (get) => {
        const token = await get('token')
        return token === null ? null : (sources.imitates?.(address, token) ?? null)
      },
    }),
    gaps: deriveGaps,
    isUntradable: deriveUntradable,
    executedUpgrades: deriveExecutedUpgrades,
    upgrader: deriveUpgrader,
    killSwitches: deriveKillSwitches,
    creator: async (get, signal) => {
      const [block, { creator }] = await Promise.all([get('block'), get('provenance')])
      return creator === null ? null : account(block, creator, signal)
    },
    implementations: async (get, signal) => {
      const [block, subject, proxy] = await Promise.all([get('block'), get('subject'), get('proxy')])
      const named = new Set([...(proxy?.implementations ?? []), ...(subject.delegate ? [subject.delegate] : [])])
      const read = await Promise.all([...named].slice(0, MAX_IMPLEMENTATIONS).map((of) => account(block, of, signal)))
      if (named.size <= MAX_IMPLEMENTATIONS) return read
      const message = `${named.size - MAX_IMPLEMENTATIONS} more implementations were not looked up`
      const cut: MissingFact = { reason: 'failed', message, root: 'implementations', error: null }
      return new Incomplete(read, isNamed(subject) ? { ...cut, decisive: false } : cut)
    },
  }

  /** The provider of a fact whose source exists; none, so that the fact is unsupported, where it does not. */
  function gathered<Name extends GatheredName>(
    name: Name,
    provider: (gather: NonNullable<ContractSources[Name]>) => NonNullable<FactProviders[Name]>,
  ): FactProviders {
    const gather = sources[name]
    return gather === undefined ? {} : { [name]: provider(gather) }
  }
}

type GatheredName = 'proxy' | 'provenance' | 'bytecode' | 'totalSupply' | 'trade' | 'distribution' | 'deployerTokens'

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

/**
 * A result that the budget or the engine cut short may lack findings: those found count, and none found is no answer, except
 * for a well-known contract.
 */
function partOf<Value>(
  value: Value,
  { cut, failure = null }: { cut: readonly string[]; failure?: Error | null | undefined },
  subject: Account,
): Value | Incomplete<Value> {
  if (cut.length === 0 && failure === null) return value
  const message = failure?.message ?? `the budget ended before: ${cut.join(', ')}`
  return new Incomplete(value, {
    reason: failure === null ? 'late' : 'failed',
    message: message.slice(0, 200),
    root: 'privilegesBudget',
    error: failure,
    ...(isNamed(subject) && { decisive: false as const }),
  })
}

/** Balances and a total that no account can transfer, such as the stakes of a reward pool: no token is traded there. */
function isLedger({ standard }: TokenMetadata, bytecode: Bytecode | null): boolean {
  if (standard !== 'erc20' || bytecode?.complete !== true || bytecode.opcodes.delegatecall) return false
  return !bytecode.functions.some(({ selector }) => TRANSFERS.has(selector))
}

function hasCode({ class: kind }: Account): boolean {
  return kind === 'contract' || kind === 'delegated-eoa'
}

/** Marks the accounts without code in which exchanges keep tokens of their customers; an account that lists accuse is none. */
async function withExchanges(found: Distribution, said: ContractSources['said']): Promise<Distribution> {
  if (said === undefined) return found
  const topHolders = await Promise.all(
    found.topHolders.map(async (holder) => {
      if (holder.kind !== 'eoa') return holder
      const known = await said(holder.address)
      const isExchange = known.labels.some(
        ({ category, confidence }) => category === 'exchange' && confidence !== 'low',
      )
      return isExchange && kindOf(known) === null ? { ...holder, kind: 'exchange' as const } : holder
    }),
  )
  return { ...found, topHolders }
}

/** Who is found to be privileged holds as an owner. */
function withOwners(found: Distribution, privileged: readonly PrivilegedAccount[]): Distribution {
  const owners = new Set(privileged.flatMap(({ address, account }) => (account === 'burned' ? [] : [address])))
  const name = <Kind extends string>(holder: { address: Address; share: number; kind: Kind }) =>
    owners.has(holder.address) && (holder.kind === 'eoa' || holder.kind === 'contract')
      ? { ...holder, kind: 'owner' as const }
      : holder
  return { ...found, topHolders: found.topHolders.map(name), lpHolders: found.lpHolders?.map(name) ?? null }
}

/** Creator and privileged accounts, which are no sample of the holders. Owners are the source's to add. */
async function insidersOf(get: GetFact): Promise<Address[]> {
  const [proxy, provenance] = await Promise.all([
    attempt(get, 'proxy'),
    withTimeout(attempt(get, 'provenance'), CREATOR_WITHIN),
  ])
  const insiders = [proxy.value?.admin?.address, provenance?.value?.creator]
  return [...new Set(insiders.filter((address) => address !== undefined && address !== null))]
}

/** Where an account without code of its own comes from. */
const NOWHERE = {
  verified: null,
  asked: [],
  unavailable: [],
  verifiedBy: null,
  name: null,
  compiler: null,
  abi: null,
  creator: null,
  factory: null,
  createdAt: null,
  createdBefore: null,
  creationBlock: null,
  creationTransaction: null,
  creationBy: null,
}
