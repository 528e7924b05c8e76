import { KNOWN_DELEGATES } from '@redoubt/risk/accounts/knownAddresses.ts'
import { trustOf } from '@redoubt/risk/accounts/trust.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { judgedPartsOf } from '@redoubt/risk/engine/judgedParts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { LookalikeAddress } from '@redoubt/risk/facts/lookalikes.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'
import type { WalletContract, WalletExtension } from '@redoubt/risk/facts/walletContract.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { activityOf, tallyCounterparties } from '@redoubt/risk/wallet/activity.ts'
import { exposuresOf, type IndirectCounterparty, kindOf } from '@redoubt/risk/wallet/exposures.ts'
import { imitatedBy, mergeLookalikes, poisoningsIn } from '@redoubt/risk/wallet/imitations.ts'
import { flaggedDeployments } from '../flaggedDeployments.ts'
import { notScanned } from '../judgementProblems.ts'
import { createWalletPast, traceFunding } from './walletPast.ts'
import { failedHistorySources, type WalletSources } from './walletSources.ts'

/** Counterparties that lists are asked about, those whose account is read, and those whose own history is. */
const MAX_SAID = 2_000
const MAX_ACCOUNTS = 25
const MAX_NEIGHBOURS = 4
/** Of one neighbour, those that lists are asked about, and those whose account is read. */
const MAX_SAID_OF_NEIGHBOUR = 500
const MAX_ACCOUNTS_OF_NEIGHBOUR = 5
const MAX_EXTENSIONS = 12

const UNREAD = new Error('an account or its history could not be read')

export type WalletSubject = {
  address: Address
  spelling: AddressSpelling
  /** The wallet whose history may hold the planted address; null: look into the histories of its counterparties. */
  owner: Address | null
}

/**
 * How each fact of a wallet is learned. `late`: aborts a little before the answer is due, so that parts are still used.
 * `failed`: is given the names of services that a source could do without.
 */
export function walletProviders(
  { address, spelling, owner }: WalletSubject,
  sources: WalletSources,
  { late, failed }: { late: AbortSignal; failed: Set<string> },
): FactProviders {
  const { history, approvals, walletContract } = sources
  const { historyOf, prices, emptiedBy } = createWalletPast(address, sources, late)

  let unreadNeighbours = 0

  return {
    spellings: () => [spelling],
    block: (_, signal) => sources.block(signal),
    subject: async (get, signal) => sources.account(await get('block'), address, signal),
    ...(walletContract && {
      walletContract: async (get, signal) => {
        const [block, account] = await Promise.all([get('block'), get('subject')])
        return walletContract(block, { account }, signal)
      },
    }),
    walletExtensions: async (get, signal) => {
      const [block, contract] = await Promise.all([get('block'), get('walletContract')])
      const named = extensionsOf(contract)
      const read = await Promise.all(
        named
          .slice(0, MAX_EXTENSIONS)
          .map(async ({ role, at }) => ({ role, account: await sources.account(block, at, signal) })),
      )
      const more = named.length - read.length
      return more === 0 ? read : new Incomplete(read, cutOff('walletExtensions', [`${more} more modules`]))
    },
    codeJudgement: async (get, signal) => {
      const [block, account] = await Promise.all([get('block'), get('subject')])
      if (sources.codeJudgement === undefined || judgedPartsOf(account) === 'wallet') return null
      const judged = await sources.codeJudgement(block, account, AbortSignal.any([signal, late]))
      return judged.complete ? judged : new Incomplete(judged, notScanned('codeJudgement', 'contract'))
    },
    // Where it fails, the delegate is judged as one that may obey others, and the answer is not complete.
    delegateActs: async (get, signal) => {
      const [block, contract] = await Promise.all([get('block'), get('walletContract')])
      if (contract?.type !== 'delegated' || sources.delegateActs === undefined) return null
      const { address: delegate, codeSize } = contract.delegate
      if (KNOWN_DELEGATES.has(delegate) || codeSize === 0) return null
      const within = AbortSignal.any([signal, late])
      return sources
        .delegateActs(block, { account: address, delegate }, within)
        .catch((error: unknown) => new Incomplete(null, notTried('delegateActs', error)))
    },
    ...(history && {
      history: async (get, signal) => {
        const past = await historyOf(await get('block'), address, AbortSignal.any([signal, late]))
        return past.complete.transfers ? past : new Incomplete(past, cutOff('history', past.cut, failureOf(past)))
      },
      fundingChain: async (get, signal) => {
        const [block, subject] = await Promise.all([get('block'), get('subject')])
        // A contract is paid by its users, which says nothing of its maker.
        if (subject.class === 'precompile' || (subject.class === 'contract' && trustOf(subject) !== 'wallet')) return []
        const first = await attempt(get, 'history')
        const within = AbortSignal.any([signal, late])
        return traceFunding({
          address,
          own: first.value,
          account: (of) => sources.account(block, of, within),
          funding: async (of) => await history(block, { address: of, fundingOnly: true }, within),
        })
      },
    }),
    ...(approvals && {
      walletApprovals: async (get, signal) => {
        // It answers what it has when it is told to stop.
        const found = await approvals(await get('block'), { address }, AbortSignal.any([signal, late]))
        for (const service of found.unavailable) failed.add(service)
        if (found.complete) return found.approvals
        const failure = found.unavailable.length > 0 ? new Error(found.unavailable.join()) : null
        const part = cutOff('walletApprovals', found.cut, failure)
        // Strangers log approvals of worthless tokens by the thousand: what is left out of those hides nothing of the wallet's own.
        const isSpam = failure === null && !late.aborted && !signal.aborted
        return new Incomplete(found.approvals, isSpam ? { ...part, decisive: false } : part)
      },
    }),
    walletPrices: async (get, signal) => {
      const [block, past] = await Promise.all([get('block'), get('history')])
      return prices(block, past, signal)
    },
    walletCounterparties: async (get, signal) => {
      const [block, past, worths] = await Promise.all([get('block'), get('history'), get('walletPrices')])
      const tallied = tallyCounterparties(address, past, worths)
      const said = await Promise.all(tallied.slice(0, MAX_SAID).map(({ address: of }) => sources.said(of)))
      // The most important ones, and whomever lists accuse.
      const worth = tallied.filter((_, at) => {
        const word = said[at]
        return at < MAX_ACCOUNTS || (word !== undefined && kindOf(word) !== null && at < MAX_SAID)
      })
      const accounts = new Map<Address, Account>()
      let failure: unknown = null
      await Promise.all(
        worth.slice(0, 2 * MAX_ACCOUNTS).map(async ({ address: of }) => {
          const account = await sources.account(block, of, signal).catch((error: unknown) => {
            failure = error ?? UNREAD
            return null
          })
          if (account !== null) accounts.set(of, account)
        }),
      )
      const known = tallied.map((one) => ({ ...one, account: accounts.get(one.address) ?? null }))
      if (failure !== null) return new Incomplete(known, notTried('walletCounterparties', failure))
      return past.complete.transfers ? known : new Incomplete(known, cutOff('history', past.cut, failureOf(past)))
    },
    neighbours: async (get, signal) => {
      const [block, parties] = await Promise.all([get('block'), get('walletCounterparties')])
      const within = AbortSignal.any([signal, late])
      // Services deal with every account, and contracts by any caller's order: an EOA's own acts say more.
      const people = parties.filter(
        ({ account }) => account?.class === 'eoa' && account.labels.length === 0 && account.sanctioned !== true,
      )
      const read = await Promise.all(
        people.slice(0, MAX_NEIGHBOURS).map(async ({ address: of }) => {
          const past = await historyOf(block, of, within).catch(() => null)
          return past === null ? [] : [{ address: of, history: past }]
        }),
      )
      const found = read.flat()
      unreadNeighbours = read.length - found.length
      return found
    },
    exposures: async (get, signal) => {
      const parties = await get('walletCounterparties')
      const [block, past, neighbours] = await Promise.all([get('block'), get('history'), attempt(get, 'neighbours')])
      const beyond = new Map<Address, IndirectCounterparty['indirectCounterparties']>()
      let failure: unknown = unreadNeighbours > 0 ? UNREAD : null
      for (const { address: of, history: theirs } of neighbours.value ?? []) {
        const tallied = tallyCounterparties(of, theirs, await prices(block, theirs, signal)).filter(
          (one) => one.address !== address,
        )
        // What only the chain says (oracles, mixers by their code) is asked of those who matter most to them.
        const read = await Promise.all(
          tallied.slice(0, MAX_ACCOUNTS_OF_NEIGHBOUR).map((one) =>
            sources.account(block, one.address, signal).catch((error: unknown) => {
              failure = error ?? UNREAD
              return null
            }),
          ),
        )
        const known = tallied.map((one, at) => ({ ...one, account: read[at] ?? null }))
        beyond.set(of, await withWord(known.slice(0, MAX_SAID_OF_NEIGHBOUR), sources))
      }
      const known = await withWord(parties.slice(0, MAX_SAID), sources)
      const found = exposuresOf(known.map((one) => ({ ...one, indirectCounterparties: beyond.get(one.address) ?? [] })))
      if (failure !== null) return new Incomplete(found, notTried('exposures', failure))
      return past.complete.transfers ? found : new Incomplete(found, cutOff('history', past.cut, failureOf(past)))
    },
    walletActivity: async (get, signal) => {
      const [block, past, worths] = await Promise.all([get('block'), get('history'), get('walletPrices')])
      const seen = activityOf(address, past, worths, Number(block.timestamp))
      const activity = { ...seen, pulled: { ...seen.pulled, emptied: await emptiedBy(block, past, signal) } }
      const { transactions, transfers } = past.complete
      return transactions && transfers
        ? activity
        : new Incomplete(activity, cutOff('history', past.cut, failureOf(past)))
    },
    poisonings: async (get) => poisoningsIn(await get('history'), await get('walletPrices')),
    lookalikes: async (get, signal) => {
      const known: LookalikeAddress[] = await Promise.all(
        sources.resembles(address).map(async ({ address: similarTo, prefix, suffix }) => {
          const [label = null] = (await sources.said(similarTo)).labels
          return { similarTo, label, prefix, suffix, by: 'known' as const, bait: [] }
        }),
      )
      const block = await get('block')
      const neighbours = await attempt(get, 'neighbours')
      const imitated = async (theirs: WalletHistory) => imitatedBy(address, theirs, await prices(block, theirs, signal))
      const met = await Promise.all((neighbours.value ?? []).map(({ history: theirs }) => imitated(theirs)))
      // Without an owner to protect, a resemblance in a counterparty's history is an attack only when it was planted.
      const planted = met.flat().filter(({ bait }) => bait.length > 0)
      // An address is no look-alike of itself.
      const asking =
        owner === null || owner === address
          ? null
          : await historyOf(block, owner, AbortSignal.any([signal, late])).catch(() => 'failed' as const)
      const told = asking === null || asking === 'failed' ? [] : await imitated(asking)
      const found = mergeLookalikes([...known, ...planted, ...told])
      if (asking === 'failed') {
        if (history !== undefined) failed.add('history')
        return new Incomplete(found, cutOff('history', ['the owner’s history could not be read']))
      }
      if (asking?.complete.transfers === false) return new Incomplete(found, cutOff('history', asking.cut))
      if (unreadNeighbours > 0)
        return new Incomplete(found, cutOff('history', [`the histories of ${unreadNeighbours} counterparties`]))
      return neighbours.missing === null ? found : new Incomplete(found, neighbours.missing)
    },
    flaggedDeployments: async (get, signal) => {
      const [block, subject] = await Promise.all([get('block'), get('subject')])
      return flaggedDeployments(subject, {
        said: sources.said,
        account: (of) => sources.account(block, of, signal),
      })
    },
  }
}

async function withWord<One extends { address: Address; account?: Account | null }>(
  parties: readonly One[],
  sources: WalletSources,
) {
  return Promise.all(parties.map(async (one) => ({ ...one, known: one.account ?? (await sources.said(one.address)) })))
}

/** Pruned state, and histories too long to be read, are no failures. */
function failureOf({ cut }: WalletHistory): Error | null {
  return failedHistorySources(cut).length > 0 ? new Error('a source of its history failed') : null
}

/** A reading or an execution that failed: what it would have shown is not known. */
function notTried(root: MissingFact['root'], error: unknown): MissingFact {
  return { reason: 'failed', message: 'a part of it could not be read or executed', root, error }
}

function cutOff(root: MissingFact['root'], cut: readonly string[], error: Error | null = null): MissingFact {
  return { reason: 'failed', message: cut.join('; ').slice(0, 200) || 'known in part', root, error }
}

/** Where the code is that a contract account obeys, or asks before it acts. */
function extensionsOf(wallet: WalletContract | null): { role: WalletExtension['role']; at: Address }[] {
  if (wallet?.type === 'smart-account') return wallet.modules.map((at) => ({ role: 'module' as const, at }))
  if (wallet?.type !== 'safe') return []
  const { modules, guard, moduleGuard, fallbackHandler } = wallet
  return [
    ...modules.map((at) => ({ role: 'module' as const, at })),
    ...(guard === null ? [] : [{ role: 'guard' as const, at: guard }]),
    ...(moduleGuard === null ? [] : [{ role: 'module guard' as const, at: moduleGuard }]),
    ...(fallbackHandler === null ? [] : [{ role: 'fallback handler' as const, at: fallbackHandler }]),
  ]
}
