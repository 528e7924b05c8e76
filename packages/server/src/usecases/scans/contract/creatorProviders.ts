import type { Address } from '@redoubt/risk/address.ts'
import { isNamed } from '@redoubt/risk/contract/genuine.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { kindOf } from '@redoubt/risk/wallet/exposures.ts'
import { createdAddresses } from '@redoubt/risk/wallet/pullsOf.ts'
import { patient } from '../../../lib/patience.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import { flaggedDeployments } from '../flaggedDeployments.ts'
import { isMissingState } from '../isMissingState.ts'
import type { ContractSources } from './contractSources.ts'

/** Milliseconds that the source of histories has after the creator is known; nothing else of the scan waits for it. */
const FUNDING_WITHIN = 2_500
/** Age up to which a contract's deployer is looked at, in seconds: 90 days. */
const MAX_AGE_S = 7_776_000

const NOT_READ = {
  reason: 'failed',
  message: 'the node does not have the state of its deployer',
  root: 'deployerTokens',
  decisive: false,
} as const

/** How the past of a contract's deployer is learned: who funded it, and which of its other contracts lists accuse. */
export function creatorProviders(
  address: Address,
  {
    account,
    history,
    said,
    coinPrice,
    deployerTokens,
  }: Pick<ContractSources, 'account' | 'history' | 'said' | 'coinPrice' | 'deployerTokens'>,
): FactProviders {
  return {
    ...(deployerTokens && {
      deployerTokens: async (get, signal) => {
        const [block, token, subject, { creator, factory, createdAt }] = await Promise.all([
          get('block'),
          get('token'),
          get('subject'),
          get('provenance'),
        ])
        // Nor is a token of a known name judged by it, which no further read need tell.
        if (isNamed(subject)) return null
        // A token that is sold for its liquidity is new.
        if (createdAt !== null && Number(block.timestamp) - createdAt > MAX_AGE_S) return null
        // What a factory made says nothing of the account that asked for it.
        if (token?.standard !== 'erc20' || creator === null || factory !== null) return null
        return deployerTokens(block, { deployer: creator, except: address }, signal).catch((error: unknown) => {
          if (!isMissingState(error)) throw error
          return new Incomplete(null, { ...NOT_READ, error })
        })
      },
    }),
    ...(history && {
      creatorFunding: async (get, signal) => {
        const [block, subject, { creator, createdAt }] = await Promise.all([
          get('block'),
          get('subject'),
          get('provenance'),
        ])
        if (creator === null || createdAt === null || isNamed(subject)) return null
        if (Number(block.timestamp) - createdAt > MAX_AGE_S) return null
        const within = AbortSignal.any([signal, AbortSignal.timeout(patient(FUNDING_WITHIN))])
        try {
          const [past, deployer] = await Promise.all([
            withTimeout(history(block, { address: creator, fundingOnly: true }, within), FUNDING_WITHIN),
            attempt(get, 'creator'),
          ])
          if (deployer.value?.class === 'contract') return null
          if (past === null) return unfunded(`not known within ${FUNDING_WITHIN} ms`)
          if (past.funding === null) return past.complete.funding ? null : unfunded(past.cut.join('; '))
          const { from, ...paid } = past.funding
          const funder = await account(block, from, signal)
          // The price is asked for only where it decides something.
          const price = kindOf(funder) === null ? null : ((await coinPrice?.(block, within).catch(() => null)) ?? null)
          const usd = price === null || paid.value === null ? null : (Number(paid.value) / 1e18) * price
          return { address: from, hop: 1, ...paid, account: funder, usd }
        } catch (error) {
          signal.throwIfAborted()
          return unfunded('who funded the deployer could not be read', error)
        }
      },
    }),
    ...(said && {
      flaggedDeployments: async (get, signal) => {
        const [block, subject, creator] = await Promise.all([get('block'), get('subject'), get('creator')])
        if (creator === null || creator.class === 'contract' || isNamed(subject)) return []
        const all = await flaggedDeployments(creator, { said, account: (of) => account(block, of, signal) })
        const others = all.filter((one) => one.address !== address)
        const examined = createdAddresses(creator.address, Number(creator.nonce)).length
        if (creator.nonce <= BigInt(examined)) return others
        const message = `of its deployer’s ${creator.nonce} transactions ${examined} were looked at`
        return new Incomplete(others, {
          reason: 'failed',
          message,
          root: 'flaggedDeployments',
          decisive: false,
          error: null,
        })
      },
    }),
  }
}

/** Unknown funding decides nothing, and cuts no answer short: most public nodes keep no history. */
function unfunded(message: string, error: unknown = null): Incomplete<null> {
  const missing: MissingFact = {
    reason: 'failed',
    message: message.slice(0, 200) || 'who funded the deployer is not known',
    root: 'creatorFunding',
    decisive: false,
    error,
  }
  return new Incomplete(null, missing)
}
