import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import { trustOf } from '@redoubt/risk/accounts/trust.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { isClaimed } from '@redoubt/risk/derive/claimed.ts'
import { deriveNamedParties, type NamedParties } from '@redoubt/risk/derive/namedParties.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { Right, RightFact } from '@redoubt/risk/facts/right.ts'
import { StateUnavailable } from '../../../domain/sourceErrors.ts'
import { withinTime } from '../../../lib/withinTime.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Contracts that are asked, and accounts of each that are looked up. */
const MAX_CONTRACTS = 2
const MAX_PARTIES = 6
/** Share of the scan's time by which the search has ended. */
const LATEST = 3 / 4
const MIN_MOVED_USD = 1

/**
 * Finds what the accounts that a transaction names can do afterwards to the principals' assets. Nothing is executed where the
 * transaction writes nothing but balances and approvals, or names only known services.
 */
export function gatherRights(
  sources: Pick<TransactionSources, 'rights' | 'rightUse' | 'account' | 'deployerOf'>,
  deadlineMs: number,
): NonNullable<FactProviders['rights']> {
  const until = performance.now() + deadlineMs * LATEST
  return async (get, signal): Promise<RightFact[] | Incomplete<RightFact[]>> => {
    const [block, simulation, principals] = await Promise.all([get('block'), get('simulation'), get('principals')])
    if (!simulation.success || simulation.truncated || simulation.byLogsAlone === true) return []
    const written = deriveNamedParties(simulation, principals)
    if (written.length === 0) return []
    const left = Math.max(until - performance.now(), 0)
    try {
      return await withinTime(signal, Math.ceil(left), (bounded) => withSignal(found(bounded), bounded))
    } catch (error) {
      signal.throwIfAborted()
      // State that no node keeps is no failure: what it would show stays unknown.
      const isUnread = error instanceof StateUnavailable
      const isLate = performance.now() >= until
      return new Incomplete([], notTried(isLate ? 'late' : 'failed', isUnread ? null : error))
    }

    async function found(bounded: AbortSignal): Promise<RightFact[] | Incomplete<RightFact[]>> {
      const accounts = new Map<Address, Promise<Account>>()
      const read = (address: Address) => {
        const known = accounts.get(address) ?? sources.account(block, address, bounded)
        accounts.set(address, known)
        return known
      }
      const [steps, movements] = await Promise.all([get('executedSteps'), get('executedMovements')])
      const named: (NamedParties & { open: boolean; service: boolean })[] = []
      for (const one of written) {
        if (named.length >= MAX_CONTRACTS) break
        const site = await read(one.contract)
        const moves = steps.some(
          ({ to, changes }) => to === one.contract && changes.some((row) => isMove(row, principals)),
        )
        const parties = await untrusted(one, { site, moves, read })
        // An unknown contract that is called for nothing else may give rights to an account of its own choice.
        const open = one.direct && !moves && trustOf(site) === 'unknown'
        if (parties.length > 0 || open) named.push({ ...one, parties, open, service: trustOf(site) === 'known' })
      }
      if (named.length === 0) return []
      const { rights, missing } = await sources.rights(
        block,
        {
          simulation,
          principals,
          named,
          isTrusted: async (address) => ENTRY_POINTS.has(address) || trustOf(await read(address)) === 'known',
        },
        bounded,
      )
      const useOf = async ({ holder, contract, selector, accountAt }: Right, account: Account) =>
        accountAt === undefined || !isJudgedByCode(account)
          ? null
          : ((await sources.rightUse?.(block, { holder, contract, selector, accountAt }, bounded)) ?? null)
      const claims = rights.length === 0 ? null : await attempt(get, 'claims')
      const facts = await Promise.all(
        rights.map(async (right): Promise<RightFact> => {
          const [holderAccount, creator] = await Promise.all([
            read(right.holder),
            sources.deployerOf?.(block, right.holder, bounded) ?? null,
          ])
          const own = holderAccount.class === 'contract' && creator !== null && principals.includes(creator)
          const use = trustOf(holderAccount) === 'unknown' ? await useOf(right, holderAccount) : null
          return {
            ...right,
            holderAccount,
            own,
            use,
            fresh: isPaidIn(right, { movements, claims: claims?.value ?? [] }),
          }
        }),
      )
      // A payment that the account cannot take back anyway is judged as a payment.
      const shown = facts.filter(({ fresh, ...right }) => !fresh || canTakeBack(right, claims?.value ?? []))
      if (missing === null || rights.length > 0) return shown
      if (missing === 'secret') return new Incomplete(shown, BY_SECRET)
      return new Incomplete(shown, notTried('failed', missing === 'cut' ? new Error('the search was cut short') : null))
    }
  }
}

/** Code with rules of its own decides who can use a right that it holds. A wallet's owners decide for it. */
function isJudgedByCode({ class: kind, kind: wallet }: Account): boolean {
  return kind === 'contract' && wallet?.type !== 'safe'
}

type Question = { site: Account; moves: boolean; read: (address: Address) => Promise<Account> }

/**
 * Accounts that a contract may have given a right to. In a known service and in a wallet, only those that a newly written word holds,
 * or that a principal names in a call that moves nothing: a known service passes no deposit on.
 */
async function untrusted({ parties }: NamedParties, { site, moves, read }: Question) {
  if (site.labels.some(({ category }) => category === 'pool') || site.kind?.type === 'safe') return []
  const isKnown = trustOf(site) === 'known'
  const likely = parties.filter(({ by }) => !isKnown || by.includes('storage') || (by.includes('call') && !moves))
  const accounts = await Promise.all(likely.slice(0, MAX_PARTIES).map(({ address }) => read(address)))
  // An entry point (ERC-4337) does what the account itself validated.
  const open = accounts.filter(
    (account) => account.class !== 'precompile' && trustOf(account) !== 'known' && !ENTRY_POINTS.has(account.address),
  )
  // Calls that name a token are about it; few give it a right.
  const ranked = open.toSorted((a, b) => Number(a.token !== null) - Number(b.token !== null))
  return ranked.flatMap(({ address }) => parties.filter((one) => one.address === address))
}

/** Dust moved beside a right must not hide it. */
function isMove({ account, changeUsd }: BalanceChange, principals: readonly Address[]): boolean {
  return principals.includes(account) && (changeUsd === null || Math.abs(changeUsd) >= MIN_MOVED_USD)
}

type PaidIn = { movements: Facts['executedMovements']; claims: Facts['claims'] }

/** Whether the right is over nothing but what this transaction pays in. */
function isPaidIn({ kind, account, asset, tokenId, amount }: Right, { movements }: PaidIn): boolean {
  if (kind !== 'contract') return false
  return movements.lost.some(
    (loss) => loss.account === account && loss.address === asset && loss.tokenId === tokenId && loss.amount >= amount,
  )
}

function canTakeBack(
  { account, asset, tokenId }: Pick<Right, 'account' | 'asset' | 'tokenId'>,
  claims: Facts['claims'],
) {
  return claims.some(
    (one) => one.account === account && one.asset === asset && one.tokenId === tokenId && isClaimed(one),
  )
}

/** A fact in itself, and no failure of a source: the error makes it ask for a review. */
const BY_SECRET: MissingFact = {
  reason: 'failed',
  message:
    'the transaction stores a hash, and the account that has its secret or proof can take assets: it is not known which one',
  root: 'rights',
  error: new Error('the holder of a secret is not known'),
}

function notTried(reason: 'late' | 'failed', error: unknown): MissingFact {
  return {
    reason,
    message: 'rights that the transaction may give to others were not tried in full',
    root: 'rights',
    error,
  }
}
