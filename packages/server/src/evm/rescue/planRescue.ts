import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { RescueAsset, RescueCall, RescuePlan } from '@redoubt/risk/facts/rescueFacts.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../chains/index.ts'
import { callEach } from '../approvals/readPermissions.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { publishingOf } from '../fees/publishing.ts'
import { planUndelegation, type UndelegationPorts } from '../revocation/planUndelegation.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { NATIVE } from '../simulation/flatRun.ts'
import type { CallOutcome, Sequence } from '../simulation/simulator.ts'
import { rescueCall, rescueDelegate } from './rescueCode.ts'

export type RescueRequest = {
  block: PinnedBlock
  account: Account
  /** Receives everything. */
  safe: Address
  /** Sends and pays the transactions. */
  sponsor: Address
  /** In the order in which they are moved. */
  assets: readonly RescueAsset[]
}

/** Assets of one transaction: each may use 450,000 gas, and a transaction at most 2^24 (EIP-7825). */
const ASSETS_AT_ONCE = 30
const GAS = 15_000_000n
/** Authorizations: for the account's nonce and the next two, which a thief with the key may use up. */
const NONCES = 3
const RICH = 10n ** 24n

/**
 * Plans how a sponsor moves everything out of an account that must not be funded: the account's key signs EIP-7702 authorizations of a
 * contract that can only pay the safe address, and the sponsor calls the account. Executed on the fork: the deployment, the calls
 * under the new delegate, and what then stands at the safe address; and what ends a delegation alone. Nothing is signed, and nothing sent.
 * @throws when the state of the chain cannot be read.
 */
export async function planRescue(
  { chain, ...ports }: { chain: ChainSource } & UndelegationPorts,
  { block, account, safe, sponsor, assets: wanted }: RescueRequest,
  signal: AbortSignal,
): Promise<RescuePlan> {
  const assets = await withEditions(chain, { block, owner: account.address, assets: wanted }, signal)
  const { address: delegate, deployment } = rescueDelegate(safe)
  const stands = (await chain.code(block, delegate, signal)) !== '0x'
  const groups = groupsOf(assets)
  const first = stands ? 0 : 1
  const calls: RescueCall[] = [
    ...(stands ? [] : [{ ...deployment, purpose: 'deploy' as const, ...NOT_EXECUTED }]),
    ...groups.map((group) => ({
      to: account.address,
      data: rescueCall(group),
      purpose: 'rescue' as const,
      ...NOT_EXECUTED,
    })),
  ]
  const plan: RescuePlan = {
    delegate,
    nonces: Array.from({ length: NONCES }, (_, at) => account.nonce + BigInt(at)),
    calls,
    assets: assets.map((asset) => ({ ...asset, received: null })),
    fundingIsSwept: null,
    undelegation: null,
    tip: NETWORKS[block.chain].fees.usualTip,
    simulated: false,
  }
  // The rescue runs no code of the thief's, and is executed before anything that does: what kills the engine must not take it along.
  const [run] = await ports.simulator
    .simulateSequences({
      block,
      sequences: [rescueSequence({ account, safe, sponsor, delegate, calls, assets })],
      transfers: true,
      signal,
    })
    .catch(() => [null])
  const executed = { ...plan, ...(run && readRun(run, { account, safe, calls, assets })) }
  const [undelegation, published] = await Promise.all([
    account.delegate === null ? null : planUndelegation({ chain, ...ports }, { block, account, sponsor }, signal),
    Promise.all(
      executed.calls.map(({ to, data, gasUsed }, at) => {
        const transaction = { from: sponsor, to, value: 0n, data, gas: GAS }
        const authorizations = at === first ? NONCES : 0
        return publishingOf(chain, { block, transaction, gasUsed: gasUsed ?? GAS, authorizations }, signal)
      }),
    ),
  ])
  return {
    ...executed,
    calls: executed.calls.map((call, at) => ({ ...call, publishing: published[at] ?? null })),
    fundingIsSwept: account.delegate === null ? false : (undelegation?.fundingIsSwept ?? null),
    undelegation,
  }
}

const NOT_EXECUTED = { gasUsed: null, publishing: null }

/** Holdings name the ids of ERC-1155; how many the account has of each is read here. */
async function withEditions(
  chain: ChainSource,
  { block, owner, assets }: { block: PinnedBlock; owner: Address; assets: readonly RescueAsset[] },
  signal: AbortSignal,
): Promise<RescueAsset[]> {
  const editions = assets.filter(({ standard }) => standard === 'erc1155')
  const answers = await callEach(
    chain,
    block,
    signal,
  )(editions.map(({ token, tokenId }) => ({ to: token ?? owner, data: callData('balanceOfId', owner, tokenId ?? 0n) })))
  const amounts = new Map(
    editions.map((asset, at) => {
      const answer = answers[at] ?? null
      return [asset, answer === 'failed' ? null : wordAt(answer)] as const
    }),
  )
  return assets.map((asset) => ({ ...asset, amount: amounts.get(asset) ?? asset.amount }))
}

/** At least one, for the coins that may be there when it is sent. */
function groupsOf(assets: readonly RescueAsset[]): RescueAsset[][] {
  const tokens = assets.filter(({ standard }) => standard !== 'coins')
  const count = Math.max(1, Math.ceil(tokens.length / ASSETS_AT_ONCE))
  return Array.from({ length: count }, (_, at) => tokens.slice(at * ASSETS_AT_ONCE, (at + 1) * ASSETS_AT_ONCE))
}

/** What stands at the safe address, the transactions, and what stands there afterwards. */
function rescueSequence({
  account,
  safe,
  sponsor,
  delegate,
  calls,
  assets,
}: {
  account: Account
  safe: Address
  sponsor: Address
  delegate: Address
  calls: readonly RescueCall[]
  assets: readonly RescueAsset[]
}): Sequence {
  const reads = assets.map((asset) => holdingRead(asset, { safe, sponsor }))
  const made = calls.map(({ to, data }): Transaction => ({ from: sponsor, to, data, value: 0n, gas: GAS }))
  return {
    blocks: [{ calls: [...reads, ...made, ...reads] }],
    stateOverrides: {
      [sponsor]: { balance: RICH },
      // An authorization that is signed and applied leaves this code.
      [account.address]: { code: `0xef0100${delegate.slice(2)}` as Hex },
    },
  }
}

/** Asks the token what the safe address has of it; for coins a call that asks nothing. */
function holdingRead(
  { standard, token, tokenId }: RescueAsset,
  { safe, sponsor }: { safe: Address; sponsor: Address },
): Transaction {
  const data: Hex =
    standard === 'coins'
      ? '0x'
      : standard === 'erc721'
        ? callData('ownerOf', tokenId ?? 0n)
        : standard === 'erc1155'
          ? callData('balanceOfId', safe, tokenId ?? 0n)
          : callData('balanceOf', safe)
  return { from: sponsor, to: token ?? sponsor, data, value: 0n, gas: 500_000n }
}

function readRun(
  outcomes: readonly CallOutcome[],
  {
    account,
    safe,
    calls,
    assets,
  }: { account: Account; safe: Address; calls: readonly RescueCall[]; assets: readonly RescueAsset[] },
): Pick<RescuePlan, 'calls' | 'assets' | 'simulated'> | null {
  if (outcomes.length !== 2 * assets.length + calls.length) return null
  const made = outcomes.slice(assets.length, assets.length + calls.length)
  const coins = coinsKept(
    made.flatMap(({ logs }) => logs),
    { from: account.address, safe },
  )
  const amountAt = (at: number, { standard }: RescueAsset): bigint | null => {
    const outcome = outcomes[at]
    const word = outcome?.success ? wordAt(outcome.output) : null
    if (word === null) return null
    return standard === 'erc721' ? (word === BigInt(safe) ? 1n : 0n) : word
  }
  return {
    simulated: true,
    calls: calls.map((call, at) => ({ ...call, gasUsed: made[at]?.success ? made[at].gasUsed : null })),
    assets: assets.map((asset, at) => {
      if (asset.standard === 'coins') return { ...asset, received: coins }
      const [before, after] = [amountAt(at, asset), amountAt(assets.length + calls.length + at, asset)]
      return { ...asset, received: before === null || after === null ? null : after > before ? after - before : 0n }
    }),
  }
}

/** What the account paid to the safe address, without what left that again: it may run a thief's code itself. */
function coinsKept(logs: CallOutcome['logs'], { from, safe }: { from: Address; safe: Address }): bigint {
  let kept = 0n
  for (const { token, from: sender, to, amount } of transfersOf(
    logs.map((log) => ({ ...log, selector: '0x' as const })),
  ))
    if (token === NATIVE && sender !== to)
      kept += sender === from && to === safe ? amount : sender === safe ? -amount : 0n
  return kept > 0n ? kept : 0n
}
