import { KNOWN_DELEGATES } from '@redoubt/risk/accounts/knownAddresses.ts'
import { type Trust, trustOf } from '@redoubt/risk/accounts/trust.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { Authorization, Transaction } from '@redoubt/risk/facts/transaction.ts'
import { recoverAuthorizationAddress } from 'viem/utils'
import { withSignal } from '../../../lib/withSignal.ts'
import type { TransactionSources } from './transactionSources.ts'

/** No wallet delegates its account more than once in a transaction. */
const MAX = 2

/**
 * Probes each unknown delegate in the sender's account, as a stranger. It sharpens what is said of a delegation and never
 * hides it: where it fails it is null, and the fact is incomplete. Nothing is tried where nothing is simulated.
 */
export function gatherDelegations(
  sources: Pick<TransactionSources, 'delegateActs'>,
): NonNullable<FactProviders['delegations']> {
  return async (get, signal): Promise<Delegations | Incomplete<Delegations>> => {
    const [transaction, block] = await Promise.all([get('transaction'), get('block')])
    const named = ownDelegates(transaction, CHAIN_IDS[block.chain])
    if (named.length === 0) return {}
    const [delegates, simulation] = await Promise.all([get('delegates'), attempt(get, 'simulation')])
    if (simulation.value === null) return {}
    const tried = named.filter((address) => isToBeTried(delegates[address])).slice(0, MAX)
    const account = transaction.from
    let missing: MissingFact | null = null
    const gathered = await Promise.all(
      tried.map((delegate) =>
        withSignal(sources.delegateActs(block, { account, delegate }, signal), signal).catch((error: unknown) => {
          const reason = signal.aborted ? 'late' : 'failed'
          missing = { reason, message: 'the delegate could not be executed', root: 'delegations', error }
          return null
        }),
      ),
    )
    const acts = Object.fromEntries(tried.map((delegate, index) => [delegate, gathered[index] ?? null]))
    if (missing !== null) return new Incomplete(acts, missing)
    return signal.aborted ? new Incomplete(acts, LATE) : acts
  }
}

type Delegations = Facts['delegations']

/** It puts no floor under the score: a delegation is judged without a probe too. */
const LATE: MissingFact = {
  reason: 'late',
  message: 'what a stranger can do by the delegate was not tried in time',
  root: 'delegations',
  decisive: false,
  error: null,
}

/** Delegates that the sender itself takes here. */
function ownDelegates({ from, authorizationList = [] }: Transaction, here: number): Address[] {
  const own = authorizationList.filter(
    ({ chainId, authority = from }) => authority === from && (chainId === 0 || chainId === here),
  )
  return [...new Set(own.map(({ address }) => address))].filter((address) => !KNOWN_DELEGATES.has(address))
}

/** What is flagged needs no probe. */
function isToBeTried(delegate: Facts['delegates'][Address] | undefined): boolean {
  return delegate !== undefined && delegate.codeSize > 0 && trustOf(delegate) !== 'flagged'
}

/** The transaction with the signer of each signed EIP-7702 authorisation; an unsigned one is the sender's to sign. */
export async function readAuthorities(transaction: Transaction): Promise<Transaction> {
  if (!transaction.authorizationList) return transaction
  const authorizationList = await Promise.all(transaction.authorizationList.map(withAuthority))
  return { ...transaction, authorizationList }
}

async function withAuthority(authorization: Authorization): Promise<Authorization> {
  const { chainId, address, nonce, r, s, yParity } = authorization
  if (r === undefined || s === undefined || yParity === undefined) return authorization
  try {
    const signed = { chainId, address, nonce: Number(nonce), r, s, yParity }
    const authority = (await recoverAuthorizationAddress({ authorization: signed })).toLowerCase() as Address
    return { ...authorization, authority }
  } catch {
    // No point of the curve: it is judged as if the sender were asked for it, which is the worse case.
    return authorization
  }
}

/** In falling order of what each decides about the whole: an EOA runs no code. */
const TRUST: readonly Trust[] = ['flagged', 'unknown', 'open-executor', 'known', 'wallet']

/** What only tells a token who may take it: the token has no part in what happens then. */
const PERMISSION = /^(approve|permit|increaseAllowance|decreaseAllowance|setApprovalForAll)$/

/**
 * A bundle or user operation as one transaction to the callee that is trusted least, so that a known service among the
 * callees vouches for no other. Its call data is all of the bundle's, in which receivers are looked for.
 */
export function asSingleTransaction(
  transaction: Transaction,
  callees: readonly Account[],
  steps: readonly DecodedCall[],
): Transaction {
  const acting = steps.filter(({ functionName }) => !PERMISSION.test(functionName ?? ''))
  const named = new Set((acting.length > 0 ? acting : steps).map(({ to }) => to))
  const [least] = callees
    .filter(({ address }) => named.has(address))
    .sort((a, b) => TRUST.indexOf(trustOf(a)) - TRUST.indexOf(trustOf(b)))
  const value = steps.reduce((sum, step) => sum + step.value, 0n)
  return least ? { ...transaction, to: least.address, value } : transaction
}
