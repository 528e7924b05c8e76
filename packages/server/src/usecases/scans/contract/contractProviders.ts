import { KNOWN_DELEGATES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { deriveExecutedUpgrades } from '@redoubt/risk/contract/capabilityHits.ts'
import { deriveUpgrader } from '@redoubt/risk/contract/deriveUpgrader.ts'
import { deriveGaps } from '@redoubt/risk/contract/gaps.ts'
import { isNamed } from '@redoubt/risk/contract/genuine.ts'
import { deriveUntradable, hasNoTransfers } from '@redoubt/risk/contract/openMint.ts'
import { deriveKillSwitches } from '@redoubt/risk/contract/switchHits.ts'
import { deriveUnissued } from '@redoubt/risk/contract/unissued.ts'
import {
  attempt,
  type FactProviders,
  Incomplete,
  type MissingFact,
  switchedOff,
} from '@redoubt/risk/engine/gatherFacts.ts'
import { judgedPartsOf } from '@redoubt/risk/engine/judgedParts.ts'
import type { TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import { isMissingState } from '../isMissingState.ts'
import { notScanned } from '../judgementProblems.ts'
import type { ContractScanInput } from './contractScanInput.ts'
import type { ContractSources } from './contractSources.ts'
import { creatorProviders } from './creatorProviders.ts'
import { hasCode } from './hasCode.ts'
import { holderProviders } from './holderProviders.ts'
import { insidersOf, NAMES_WITHIN } from './insidersOf.ts'
import { partOf } from './partOf.ts'
import { powerProviders } from './powerProviders.ts'

/** Accounts of implementations looked up: a diamond has many. */
const MAX_IMPLEMENTATIONS = 24
/** A node that lacks old state puts no floor under the score: privileges and deposits say what they could not see. */
const NOT_PLAYED = {
  reason: 'failed',
  message: 'payments could not be played on the state that the node has',
  root: 'coinTraps',
  decisive: false,
} as const

/**
 * How each fact of a contract scan is learned. Where there is no code, everything that code would tell is known to be nothing:
 * no source is asked. Which facts are asked for is the detectors' choice.
 */
export function contractProviders(input: ContractScanInput, sources: ContractSources): FactProviders {
  const { address } = input
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
    ...powerProviders(input, sources),
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
      if (judgedPartsOf(subject) === 'contract' && hasCode(subject) && !isNamed(subject)) {
        const [block, bytecode] = await Promise.all([get('block'), get('bytecode')])
        return bytecode === null
          ? null
          : ((await sources.delegateCodeActs?.(block, { address, bytecode }, signal)) ?? null)
      }
      if (subject.class !== 'delegated-eoa' || subject.delegate === null) return null
      const [block, bytecode, codes] = await Promise.all([get('block'), get('bytecode'), get('implementations')])
      const code = codes.find(({ address: of }) => of === subject.delegate)
      if (bytecode === null || KNOWN_DELEGATES.has(subject.delegate) || (code && isNamed(code))) return null
      if (sources.delegateActs === undefined) throw new Error('nothing can be executed here')
      return sources.delegateActs(block, { address, bytecode }, signal)
    },
    ...holderProviders(address, sources),
    ...creatorProviders(address, sources),
    ...(sources.imitates && {
      imitates: async (get) => {
        const token = await get('token')
        return token === null ? null : (sources.imitates?.(address, token) ?? null)
      },
    }),
    gaps: deriveGaps,
    isUntradable: deriveUntradable,
    isUnissued: deriveUnissued,
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

type GatheredName = 'proxy' | 'provenance' | 'bytecode' | 'totalSupply' | 'trade'

/** Balances and a total that no account can transfer, such as the stakes of a reward pool: no token is traded there. */
function isLedger({ standard }: TokenMetadata, bytecode: Bytecode | null): boolean {
  return standard === 'erc20' && hasNoTransfers(bytecode)
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
