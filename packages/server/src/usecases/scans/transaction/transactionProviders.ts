import type { Address } from '@redoubt/risk/address.ts'
import { DERIVED_FACTS } from '@redoubt/risk/derive/derivedFacts.ts'
import { gatherGrantBalances } from '@redoubt/risk/derive/grants.ts'
import { gatherSafes } from '@redoubt/risk/derive/movements.ts'
import { deriveParts } from '@redoubt/risk/derive/parts.ts'
import { derivePayees } from '@redoubt/risk/derive/payees.ts'
import type { Grant } from '@redoubt/risk/derive/shapes.ts'
import { gatherTokenPulls, PERMIT2 } from '@redoubt/risk/derive/tokenPulls.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { withinTime } from '../../../lib/withinTime.ts'
import { gatherNow } from '../gatherNow.ts'
import { gatherOrigin } from '../gatherOrigin.ts'
import { accountsInTime } from './accountsInTime.ts'
import { gatherClaims } from './gatherClaims.ts'
import { gatherControllers } from './gatherControllers.ts'
import { gatherDelayedClaim } from './gatherDelayedClaim.ts'
import { asSingleTransaction, gatherDelegations, readAuthorities } from './gatherDelegations.ts'
import { withoutSiblings } from './gatherLookalikes.ts'
import { gatherOpenAllowances } from './gatherOpenAllowances.ts'
import { gatherOwnWallets } from './gatherOwnWallets.ts'
import { gatherPaymasterCharge, gatherPurchasePrivileges, gatherUnsimulatedCalls } from './gatherPaymasterCharge.ts'
import { gatherPoolMove } from './gatherPoolMove.ts'
import { gatherSaleProbes, gatherSpenderProbes, gatherTakerProbes } from './gatherProbes.ts'
import { gatherPurchaseJudgements } from './gatherPurchaseJudgements.ts'
import { gatherRights } from './gatherRights.ts'
import { gatherApprovalPulls, gatherSpenderSources } from './gatherSpenderSources.ts'
import { gatherContractJudgements } from './judgeContracts.ts'
import { gatherWalletJudgements } from './judgeWallets.ts'
import { calledAccounts, gainsOurs, isTrusted, rankCounterparties } from './rankCounterparties.ts'
import { readAfter } from './readAfter.ts'
import type { TransactionScanInput } from './transactionScanInput.ts'
import type { TransactionSources } from './transactionSources.ts'

/**
 * How each fact of a transaction scan is learned: what the caller said, what the sources read, and what follows from
 * both. Which are asked for is the detectors' choice.
 */
export function transactionProviders(input: TransactionScanInput, sources: TransactionSources): FactProviders {
  const { transaction, spellings } = input

  const accounts = async (
    get: Parameters<NonNullable<FactProviders['sender']>>[0],
    addresses: Iterable<Address>,
    signal: AbortSignal,
  ) => {
    const block = await get('block')
    const unique = [...new Set(addresses)]
    const read = await Promise.all(unique.map((address) => sources.account(block, address, signal)))
    return Object.fromEntries(read.map((account) => [account.address, account])) as Record<Address, Account>
  }

  const accountAt = readAfter(sources)

  return {
    ...DERIVED_FACTS,
    transaction: async (get) => {
      const read = await readAuthorities(transaction)
      const [callees, call] = await Promise.all([attempt(get, 'callees'), get('decodedCall')])
      return callees.value === null ? read : asSingleTransaction(read, callees.value, call.calls)
    },
    callees: async (get, signal) => {
      const { calls, userOperation } = transaction
      if (!calls && !userOperation) return []
      const called = (await get('decodedCall')).calls.flatMap(({ to }) => (to === null ? [] : [to]))
      if (called.length === 0) return []
      const block = await get('block')
      return Promise.all([...new Set(called)].map((address) => sources.account(block, address, signal, 'callee')))
    },
    spellings: () => spellings,
    saleProbes: gatherSaleProbes(sources),
    purchasePrivileges: gatherPurchasePrivileges(sources),
    purchaseJudgements: gatherPurchaseJudgements(sources),
    spenderSources: gatherSpenderSources(sources),
    unsimulatedCalls: gatherUnsimulatedCalls(sources),
    contractJudgements: gatherContractJudgements(sources),
    walletJudgements: gatherWalletJudgements(sources, input.deadlineMs),
    spenderProbes: gatherSpenderProbes(sources),
    openAllowances: gatherOpenAllowances(sources),
    ownWallets: gatherOwnWallets(sources),
    controllers: gatherControllers(sources),
    mined: () => sources.mined === true,
    approvalPulls: gatherApprovalPulls(sources),
    takerProbes: gatherTakerProbes(sources),
    origin: gatherOrigin(input.origin, sources.origin),
    block: (_, signal) => sources.block(signal),
    now: gatherNow(sources.mined ? undefined : sources.clock),
    decodedCall: async (get, signal) => {
      const call = sources.decode(transaction)
      // Only a call that no index knows waits for the network.
      if (call.selector === null || call.functionName !== null) return call
      const block = await get('block')
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(input.deadlineMs / 3))])
      const decoded = await sources.decodeByCallee(block, transaction, bounded).catch(() => null)
      if (decoded !== null || !bounded.aborted) return decoded ?? call
      const message = 'what the callee says of its functions was not known in time'
      return new Incomplete(call, { reason: 'late', message, root: 'decodedCall', decisive: false, error: null })
    },
    simulation: async (get, signal) => sources.simulate(await get('block'), transaction, signal),
    nextFork: async (get, signal) => {
      if (!input.nextFork || !sources.nextFork) return null
      const [block, simulation] = await Promise.all([get('block'), get('simulation')])
      return sources.nextFork(block, { transaction, simulation }, signal)
    },
    dataFee: async (get, signal) => {
      if (!sources.dataFee) return null
      const [block, simulation] = await Promise.all([get('block'), get('simulation')])
      return sources.dataFee(block, { transaction, simulation }, signal)
    },
    balanceChanges: async (get, signal) => {
      const [block, simulation] = await Promise.all([get('block'), get('simulation')])
      return sources.balanceChanges(block, transaction, simulation, signal)
    },
    approvalChanges: async (get, signal) => {
      const [block, simulation] = await Promise.all([get('block'), get('simulation')])
      return sources.approvalChanges(block, simulation, signal)
    },
    executedSteps: async (get) => {
      const [simulation, principals, balanceChanges] = await Promise.all([
        get('simulation'),
        get('principals'),
        get('balanceChanges'),
      ])
      const paymaster = transaction.userOperation?.paymaster ?? null
      return sources.executedSteps(simulation, { principals, balanceChanges, paymaster })
    },
    paymasterCharge: gatherPaymasterCharge(sources),
    poolMove: gatherPoolMove(sources),
    delayedClaim: gatherDelayedClaim(sources),
    claims: gatherClaims(sources, input.deadlineMs),
    rights: gatherRights(sources, input.deadlineMs),
    executedParts: async (get, signal) => {
      const [whole, steps, principals, counterparties] = await Promise.all([
        get('transaction'),
        get('executedSteps'),
        get('principals'),
        attempt(get, 'counterparties'),
      ])
      if (steps.length === 0) return []
      const called = [...new Set(steps.flatMap(({ to }) => (to === null ? [] : [to])))].slice(0, MAX_COUNTERPARTIES)
      const reads = called.map((address) => accountAt(get, address, signal, 'callee'))
      const callees = await accountsInTime(reads, signal)
      const known = callees instanceof Incomplete ? callees.value : callees
      const parts = deriveParts(steps, {
        transaction: whole,
        principals,
        accounts: { ...counterparties.value, ...known },
        decode: sources.decode,
      })
      return callees instanceof Incomplete ? new Incomplete(parts, callees.missing) : parts
    },
    sender: async (get, signal) => sources.account(await get('block'), transaction.from, signal),
    recipient: async (get, signal) => {
      // The callee that stands for a bundle is known when all of them are.
      const bundled = transaction.calls !== undefined || transaction.userOperation !== undefined
      const { to, data } = bundled ? await get('transaction') : transaction
      if (to === null) return null
      const block = await get('block')
      const role = data === '0x' ? undefined : 'callee'
      // A call alone gives code to no account that it calls.
      const isFixed = !bundled && (transaction.authorizationList ?? []).length === 0
      const [account, ensName] = await Promise.all([
        isFixed ? sources.account(block, to, signal, role) : accountAt(get, to, signal, role),
        withinTime(signal, Math.ceil(input.deadlineMs / 3), (bounded) => sources.ensName(block, to, bounded)),
      ])
      return { ...account, ensName }
    },
    safes: async (get, signal) => {
      const [block, steps] = await Promise.all([get('block'), get('decodedSteps')])
      return gatherSafes(steps, (address) => sources.account(block, address, signal, 'callee'))
    },
    collections: async (get, signal) => {
      const [block, { gained }] = await Promise.all([get('block'), get('executedMovements')])
      const items = gained.filter(({ assetType }) => assetType === 'erc721' || assetType === 'erc1155')
      const addresses = [...new Set(items.flatMap(({ address }) => address ?? []))].slice(0, MAX_COLLECTIONS)
      const read = await accountsInTime(
        addresses.map((address) => sources.account(block, address, signal, 'callee')),
        signal,
      )
      return Object.values(read instanceof Incomplete ? read.value : read)
    },
    delegates: (get, signal) =>
      accounts(
        get,
        (transaction.authorizationList ?? []).map(({ address }) => address),
        signal,
      ),
    delegations: gatherDelegations(sources),
    spenders: async (get, signal) => {
      const named = namedAddresses(await get('decodedCall'))
      await get('simulation').catch(() => null)
      // Named ones are read while the approvals are confirmed, not after.
      const readAll = (addresses: readonly Address[]) =>
        accountsInTime(
          addresses.map((address) => accountAt(get, address, signal)),
          signal,
        )
      const readNamed = readAll(named)
      const changes = await get('approvalChanges').catch(() => [])
      const spenders = [...new Set(changes.map(({ spender }) => spender))]
      const answers = [await readNamed, await readAll(spenders.filter((spender) => !named.includes(spender)))]
      const known = Object.assign(
        {},
        ...answers.map((answer) => (answer instanceof Incomplete ? answer.value : answer)),
      )
      const missing = answers.flatMap((answer) => (answer instanceof Incomplete ? [answer.missing] : []))[0]
      if (missing === undefined) return known
      // An address in the call data that no approval names decides nothing.
      const decides = spenders.some((spender) => !(spender in known))
      return new Incomplete(known, { ...missing, root: 'spenders', ...(!decides && { decisive: false as const }) })
    },
    counterparties: async (get, signal) => {
      const [changes, principals] = await Promise.all([attempt(get, 'balanceChanges'), get('principals')])
      // The accounts in the call data are known without running it; other beneficiaries are not.
      const unseen = changes.missing
      const ranked = unseen ? await namedPayees(get) : rankCounterparties(changes.value, principals)
      const reads = ranked.slice(0, MAX_COUNTERPARTIES).map((address) => accountAt(get, address, signal))
      const read = await accountsInTime(reads, signal)
      if (read instanceof Incomplete) {
        const unread = ranked.slice(0, MAX_COUNTERPARTIES).filter((address) => !(address in read.value))
        const decides = unseen !== null || unread.some((address) => gainsOurs(changes.value, principals, address))
        return decides ? read : new Incomplete(read.value, { ...read.missing, decisive: false })
      }
      if (unseen) return new Incomplete(read, unseen)
      return ranked.length > MAX_COUNTERPARTIES ? new Incomplete(read, TOO_MANY) : read
    },
    grants: async (get, signal) => {
      const [block, derived, spenders, recipient] = await Promise.all([
        get('block'),
        DERIVED_FACTS.grants(get),
        get('spenders'),
        attempt(get, 'recipient'),
      ])
      // What only the call data shows has no symbol yet: the token is the account called, or one named beside it.
      const named = (grant: Grant): Grant => {
        const account = recipient.value?.address === grant.token ? recipient.value : spenders[grant.token]
        const { symbol = null, decimals = null } = account?.token ?? {}
        const isSpent = (input.prefix?.spentLater ?? []).some((pull) => spends(pull, grant))
        return {
          ...grant,
          symbol: grant.symbol ?? symbol,
          decimals: grant.decimals ?? decimals,
          ...(isSpent && { spentLater: true as const }),
        }
      }
      const gather = (grants: Grant[]) =>
        gatherGrantBalances(grants.map(named), (call) => sources.read(block, call, signal))
      return derived instanceof Incomplete
        ? new Incomplete(await gather(derived.value), derived.missing)
        : gather(derived)
    },
    codeOnOtherNetworks: async (get, signal) => {
      const recipient = await get('recipient')
      // Only an address without code here can be the home of a contract on another network.
      return recipient?.class === 'eoa' ? sources.codeOnOtherNetworks(recipient.address, signal) : []
    },
    tokenPulls: async (get, signal) => {
      const [block, simulation, principals] = await Promise.all([get('block'), get('simulation'), get('principals')])
      return gatherTokenPulls(simulation, principals, (call) => sources.read(block, call, signal))
    },
    validity: async (get, signal) => {
      const [block, simulation, principals] = await Promise.all([get('block'), get('simulation'), get('principals')])
      const called = calledAccounts(simulation)
      const read = await Promise.all(called.map((address) => sources.account(block, address, signal)))
      const trusted = new Set(read.filter(isTrusted).map(({ address }) => address))
      return sources.validity(block, { transaction, simulation, principals, trusted }, signal)
    },
    senderHistory: async (get, signal) => {
      const [block, principals] = await Promise.all([get('block'), get('principals')])
      // A Safe has payees of its own.
      const histories = await Promise.all(principals.map((one) => sources.senderHistory(block, one, signal)))
      return histories.length === 1 ? (histories[0] ?? []) : histories.flat().sort(newestFirst)
    },
    knownParties: async (get, signal) => {
      const [payees, grants] = await Promise.all([get('payees'), attempt(get, 'grants')])
      const spenders = (grants.value ?? []).map(({ spender }) => spender)
      const targets = [...new Set([...payees.map(({ address }) => address), ...spenders])]
      return targets.length === 0 ? [] : ((await sources.knownParties?.(targets, signal)) ?? [])
    },
    lookalikeParties: async (get, signal) => {
      const found = await DERIVED_FACTS.lookalikeParties(get)
      const block = await get('block')
      return found instanceof Incomplete
        ? new Incomplete(await withoutSiblings(sources, block, found.value, signal), found.missing)
        : withoutSiblings(sources, block, found, signal)
    },
  }
}

/** Whether a pull takes all that an approval allows. Permit2 pulls for the spender. */
function spends(
  { token, holder, spender, amount }: NonNullable<TransactionScanInput['prefix']>['spentLater'][number],
  grant: Grant,
): boolean {
  const isSpender = spender === (grant.standard === 'permit2' ? PERMIT2 : grant.spender)
  return token === grant.token && holder === grant.owner && isSpender && amount >= grant.after
}

/** Enough for any wallet's transaction; an airdrop to thousands must not read thousands of accounts. */
const MAX_COUNTERPARTIES = 50
const TOO_MANY: MissingFact = {
  reason: 'failed',
  message: `more than ${MAX_COUNTERPARTIES} accounts change; the others were not looked up`,
  root: 'counterparties',
  error: null,
}
const MAX_NAMED = 20
const MAX_COLLECTIONS = 4

/** Receivers of the transfers that the call data asks for; the account called is looked up as such. */
async function namedPayees(get: Parameters<NonNullable<FactProviders['payees']>>[0]): Promise<Address[]> {
  const [transaction, steps, principals, recipient] = await Promise.all([
    get('transaction'),
    get('decodedSteps'),
    get('principals'),
    attempt(get, 'recipient'),
  ])
  const accounts = recipient.value ? { [recipient.value.address]: recipient.value } : {}
  return [...new Set(derivePayees(transaction, steps, { principals, accounts }).map(({ address }) => address))]
}

function newestFirst(a: { blockNumber: bigint }, b: { blockNumber: bigint }): number {
  return a.blockNumber === b.blockNumber ? 0 : a.blockNumber > b.blockNumber ? -1 : 1
}

/** Addresses that the decoded call passes as arguments: a spender is one of them even when the simulation is off. */
function namedAddresses(call: Facts['decodedCall']): Address[] {
  const found = new Set<Address>()
  const visit = (value: unknown) => {
    if (found.size >= MAX_NAMED) return
    if (typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)) found.add(value.toLowerCase() as Address)
    else if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  const walk = (step: Facts['decodedCall']) => {
    visit(step.args)
    step.calls.forEach(walk)
  }
  walk(call)
  return [...found]
}
