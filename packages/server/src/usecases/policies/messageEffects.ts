import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import type { Effects, GrantedApproval, Outflow, PolicyCall } from '../../domain/policy/effects.ts'
import type { MessageKind, PolicyMethod } from '../../domain/policy/policy.ts'
import { type AssetWorths, gatherAssetWorths, NO_WORTHS } from './assetWorths.ts'
import { callOf, gatherGrantWorths, type IsToken, isKnownToken, transactionEffects } from './transactionEffects.ts'

/** Kinds by which an account makes calls. */
const RUNNING: ReadonlySet<SignedIntent['kind']> = new Set<SignedIntent['kind']>(['execution', 'hidden-transaction'])
/** Kinds whose worst use is known without an execution. */
const HARMLESS: ReadonlySet<MessageKind> = new Set<MessageKind>(['text', 'sign-in', 'vote'])

/**
 * What a signature lets go: the worst use that was executed, and every amount that the message itself allows, whichever is more; what calls
 * that it lets an account make give beside (approvals, rights, payouts). What was not executed, and what no amount bounds, is not known.
 * @param executed what the calls do, by executionEffects.
 */
export function messageEffects({
  chain,
  message,
  intents,
  gathered,
  worths,
  riskLevel,
  executed: ran = [],
  method = message.method,
}: {
  chain: Chain
  message: Pick<SignedMessage, 'account' | 'method' | 'form'>
  intents: readonly SignedIntent[]
  gathered: Pick<GatheredFacts, 'facts' | 'complete' | 'incomplete'>
  /** Prices of what no executed change shows. */
  worths: AssetWorths
  riskLevel: RiskLevel | null
  executed?: readonly Effects[]
  method?: PolicyMethod
}): Effects {
  const { worstCase, worstCaseChanges, executedIntents } = gathered.facts
  const messages = kindsOf(message, intents)
  const lost = worstCase?.lost ?? []
  const shown = pricesOf(worstCaseChanges ?? [])
  const unitUsd: typeof shown = (asset, amount) => shown(asset, amount) ?? worths.usdOf(asset, amount)
  const signed = intents.flatMap((intent): GrantedApproval[] =>
    intent.kind === 'allowance' ? [approvalOf(intent, unitUsd)] : [],
  )
  const approvals = [...signed, ...ran.flatMap((one) => one.approvals)]
  const approved = new Set(signed.map(({ token }) => token))
  // What leaves by an allowance is booked as the allowance.
  const taken = lost.filter(({ address }) => address === null || !approved.has(address))
  const executed = new Map(taken.map((one) => [`${one.address} ${one.tokenId}`, one]))
  const outflows = [
    ...taken.map(
      ({ address, tokenId, amount, usd }): Outflow => ({ asset: address, tokenId, amount, usd, spender: null }),
    ),
    ...signedOutflows(intents, ran, executed, unitUsd),
  ]
  const known = new Set(
    Object.values(gathered.facts.named ?? {}).flatMap((one) => (isKnownToken(one) ? [one.address] : [])),
  )
  const calls = intents.flatMap((intent) => callsOf(intent, (address) => known.has(address)))
  const isKnown =
    worstCase !== undefined &&
    !('worstCase' in gathered.incomplete) &&
    !('worstCaseExecutions' in gathered.incomplete) &&
    intents.every(({ kind }, at) => HARMLESS.has(kind) || executedIntents?.includes(at) || kind === 'allowance')
  const isStandard = calls.every(
    ({ parties, data, delegatecall }) => !delegatecall && (parties !== null || data === '0x'),
  )
  const given = ran.flatMap(({ rights }) => rights ?? [])
  // What was not executed is known of standard calls of known tokens alone.
  const isExecuted = ran.length === intents.filter(({ kind }) => RUNNING.has(kind)).length
  const isRead = (isStandard || (isExecuted && ran.length > 0)) && ran.every(({ rights }) => rights !== null)
  const parties = [
    ...intents.flatMap((intent) => partiesOf(intent, message.account)),
    ...ran.flatMap((one) => one.recipients),
  ]
  return {
    chain,
    method,
    messages,
    outflows,
    approvals,
    rights: given.length > 0 || isRead ? given : null,
    calls,
    recipients: [...new Set(parties)].filter((one) => one !== message.account),
    riskLevel,
    complete:
      messages.every((kind) => HARMLESS.has(kind)) ||
      (isKnown && ran.every(({ complete }) => complete) && messages.every((kind) => !UNBOUNDED.has(kind))),
  }
}

/** What an account does by calls that a signature lets it make, as if it sent them. */
export async function executionEffects(
  sources: Parameters<typeof gatherGrantWorths>[0],
  { chain, gathered, riskLevel }: { chain: Chain; gathered: GatheredFacts; riskLevel: RiskLevel | null },
  signal: AbortSignal,
): Promise<Effects | null> {
  const { transaction } = gathered.facts
  if (transaction === undefined) return null
  const worths = await gatherGrantWorths(sources, gathered, signal)
  return transactionEffects({ chain, transaction, gathered, worths, riskLevel })
}

/** Reads prices of the assets that the message names and its executed use does not show. */
export async function gatherIntentWorths(
  sources: Parameters<typeof gatherAssetWorths>[0],
  { intents, gathered: { facts } }: { intents: readonly SignedIntent[]; gathered: Pick<GatheredFacts, 'facts'> },
  signal: AbortSignal,
): Promise<AssetWorths> {
  const shown = pricesOf(facts.worstCaseChanges ?? [])
  const assets = intents.flatMap((intent): (Address | null)[] => {
    if (intent.kind === 'allowance' || intent.kind === 'transfer') return [intent.token]
    return intent.kind === 'order' ? intent.gives.map(({ address }) => address) : []
  })
  const unpriced = assets.filter((asset) => shown(asset, 1n) === null)
  if (facts.block === undefined || unpriced.length === 0) return NO_WORTHS
  return gatherAssetWorths(sources, { block: facts.block, assets: unpriced }, signal)
}

/** What they allow has no end that could be booked. */
const UNBOUNDED: ReadonlySet<MessageKind> = new Set<MessageKind>(['delegation', 'session', 'blind', 'unknown'])

function kindsOf({ form }: Pick<SignedMessage, 'form'>, intents: readonly SignedIntent[]): MessageKind[] {
  if (intents.length > 0) return [...new Set(intents.map(({ kind }) => kind))]
  return form.type === 'text' ? ['text'] : ['unknown']
}

type Row = { address: Address | null; change: bigint; changeUsd: number | null }

function pricesOf(rows: readonly Row[]): (asset: Address | null, amount: bigint) => number | null {
  return (asset, amount) => {
    const row = rows.find((one) => one.address === asset && one.changeUsd !== null && one.change !== 0n)
    if (row === undefined || row.changeUsd === null) return null
    return Math.abs((row.changeUsd / Number(row.change)) * Number(amount))
  }
}

function approvalOf(
  { token, spender, amount, unlimited, standard }: Extract<SignedIntent, { kind: 'allowance' }>,
  worth: ReturnType<typeof pricesOf>,
): GrantedApproval {
  // As an approval by a transaction: the wallet may receive more before it is used.
  const bound = unlimited ? null : standard === 'erc721' ? 1n : amount
  const atRiskUsd = bound === null ? null : bound === 0n ? 0 : worth(token, bound)
  return { token, spender, unlimited, amount: bound, atRiskUsd }
}

/** Assets that a message names beyond what its executed use took. */
function signedOutflows(
  intents: readonly SignedIntent[],
  ran: readonly Effects[],
  executed: ReadonlyMap<string, { amount: bigint }>,
  worth: ReturnType<typeof pricesOf>,
): Outflow[] {
  const named = intents.flatMap((intent): readonly Pick<OrderAsset, 'address' | 'tokenId' | 'amount'>[] => {
    if (intent.kind === 'transfer') return [{ address: intent.token, tokenId: null, amount: intent.amount }]
    return intent.kind === 'order' ? intent.gives : []
  })
  const left = ran.flatMap(({ outflows }) =>
    outflows.map(({ asset, tokenId, amount, usd }) => ({ address: asset, tokenId, amount, usd })),
  )
  const all = [...named.map((one) => ({ ...one, usd: null })), ...left]
  return all.flatMap(({ address, tokenId, amount, usd }): Outflow[] => {
    const more = amount - (executed.get(`${address} ${tokenId}`)?.amount ?? 0n)
    if (more <= 0n) return []
    return [{ asset: address, tokenId, amount: more, usd: worth(address, more) ?? usd, spender: null }]
  })
}

function callsOf(intent: SignedIntent, isToken: IsToken): PolicyCall[] {
  if (intent.kind !== 'execution') return []
  return intent.calls.map((call) => callOf(call, { delegatecall: call.operation === 1, isToken }))
}

/** Every account that the intent gives assets or power to, but the signer. */
function partiesOf(intent: SignedIntent, signer: Address): Address[] {
  const named: (Address | null)[] =
    intent.kind === 'transfer'
      ? [intent.to, intent.spender]
      : intent.kind === 'order'
        ? [intent.taker, ...intent.gives.map(({ to }) => to)]
        : intent.kind === 'delegation' || intent.kind === 'session'
          ? [intent.delegate]
          : intent.kind === 'execution'
            ? intent.calls.map(({ to }) => to)
            : []
  return named.filter((one): one is Address => one !== null && one !== signer)
}
