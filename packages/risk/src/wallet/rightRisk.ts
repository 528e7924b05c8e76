import { BURN_ADDRESSES, KNOWN_DELEGATES } from '../accounts/knownAddresses.ts'
import { spenderKindOf } from '../accounts/spenderKind.ts'
import { trustOf } from '../accounts/trust.ts'
import type { Address } from '../address.ts'
import { describeDanger, powerDangerOf } from '../contract/callers.ts'
import { type Evidence, flagSeverity, isAccusing } from '../engine/finding.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'
import type { Account } from '../facts/account.ts'
import { obeysOnlyItsAccount } from '../facts/delegateActs.ts'
import { type WalletRight, WHOLE } from '../facts/walletRights.ts'

/**
 * What the holder of a right can do. `everything`: act as the account. `sign`: the same together with others. `take`: move assets that the keeper holds for the account.
 * `borrow`: run up debts in its name. `veto`: block its transactions. `claim`, `vote` and `answer` move nothing that it has.
 */
export type RightPower = 'everything' | 'sign' | 'take' | 'borrow' | 'veto' | 'claim' | 'vote' | 'answer'

/** One reason for the risk of a right. `level` is the risk by this reason alone. */
export type RightReason = { id: RightReasonId; level: RiskLevel; description: string; evidence: Evidence }
export type RightReasonId =
  | 'keyless-holder'
  | 'unread-holder'
  | 'flagged-holder'
  | 'account-holder'
  | 'known-holder'
  | 'needless-holder'
  | 'dangerous-holder'
  | 'unjudged-holder'
  | 'unknown-holder'
  | 'open-delegate'
  | 'closed-delegate'
  | 'unused-signature'
  | 'safe-owner'
  | 'session-key'

const ORDER: readonly RiskLevel[] = ['safe', 'low', 'medium', 'high', 'critical']

const POWERS: Record<WalletRight['standard'], RightPower> = {
  eip7702: 'everything',
  erc777: 'take',
  erc6909: 'take',
  'credit-delegation': 'borrow',
  'vote-delegation': 'vote',
  'market-authorization': 'take',
  'relayer-approval': 'take',
  'delegate-registry': 'claim',
  'erc7579-module': 'everything',
  'safe-module': 'everything',
  'safe-guard': 'veto',
  'safe-module-guard': 'veto',
  'safe-fallback-handler': 'answer',
  'permit-signature': 'take',
  'authorization-signature': 'take',
  'permit2-signature': 'take',
  'permit2-allowance-signature': 'take',
  'order-signature': 'take',
  'seaport-order-signature': 'take',
  'cow-order-signature': 'take',
  '1inch-order-signature': 'take',
  '0x-order-signature': 'take',
  'paraswap-order-signature': 'take',
  'blur-order-signature': 'take',
  'looksrare-order-signature': 'take',
  'other-order-signature': 'take',
  'presigned-order': 'take',
  'delegation-signature': 'everything',
  'safe-owner': 'everything',
  'session-key': 'everything',
}

/** Levels by the power, of a key and of code that nothing is known of. */
const LEVELS: Record<RightPower, { key: RiskLevel; code: RiskLevel; known: RiskLevel }> = {
  everything: { key: 'critical', code: 'high', known: 'low' },
  sign: { key: 'low', code: 'low', known: 'low' },
  take: { key: 'critical', code: 'critical', known: 'low' },
  borrow: { key: 'critical', code: 'critical', known: 'low' },
  veto: { key: 'medium', code: 'low', known: 'safe' },
  claim: { key: 'low', code: 'low', known: 'safe' },
  vote: { key: 'safe', code: 'safe', known: 'safe' },
  answer: { key: 'low', code: 'low', known: 'safe' },
}

/** Type of an ERC-7579 module that is asked before and after each execution, and can only refuse it. */
const HOOK = 4n

/** @param right `amount` of a Safe's owner: how many have to sign. */
export function powerOf({
  standard,
  id,
  amount,
}: Pick<WalletRight, 'standard'> & Partial<Pick<WalletRight, 'id' | 'amount'>>): RightPower {
  if (standard === 'safe-owner') return amount === undefined || amount < 2n ? 'everything' : 'sign'
  return standard === 'erc7579-module' && id === HOOK ? 'veto' : POWERS[standard]
}

/**
 * Returns the risk class of a right, the worst of its reasons, by the same scale as approvals: what a stranger may take is critical, with
 * a bound medium; code that acts as the account is high where nothing is known of it, and as the contract scan says where it accuses.
 * Modules that a Safe's owners chose are medium. An account that could not be looked up is medium: unknown is not safe.
 */
export function rightRisk(right: WalletRight, owner: Address): { level: RiskLevel; reasons: RightReason[] } {
  const reasons = reasonsOf(right, owner).sort((a, b) => ORDER.indexOf(b.level) - ORDER.indexOf(a.level))
  return { level: reasons[0]?.level ?? 'low', reasons }
}

function reasonsOf(right: WalletRight, owner: Address): RightReason[] {
  const { holder, holderAccount: account, keeper, standard } = right
  const power = powerOf(right)
  const levels = LEVELS[power]
  const evidence = { keeper, holder, standard, grantedIn: right.grantedAt?.hash ?? null } satisfies Evidence
  const reason = (id: RightReasonId, level: RiskLevel, description: string, more: Evidence = {}): RightReason => ({
    id,
    level,
    description,
    evidence: { ...evidence, ...more },
  })
  // The scan of the message judged it with all that it says; a signature that was never given is no danger.
  if (right.signature) {
    const { riskLevel, requestId } = right.signature.scan
    const isPart = right.amount > 0n && right.amount < WHOLE
    const part = right.uncounted ? 'not used up, as far as is known' : isPart ? 'used in part only' : 'not used yet'
    const text = `A signature that was scanned here is ${part}. Whether it was given is not known.`
    return [reason('unused-signature', riskLevel, text, { requestId })]
  }
  if (holder === owner || BURN_ADDRESSES.has(holder) || account?.class === 'precompile')
    return [reason('keyless-holder', 'safe', 'Only the account itself can use this right.')]
  // An account runs its delegate whatever the delegate is called, and code there counts by what it does.
  if (standard === 'eip7702' && !KNOWN_DELEGATES.has(holder) && hasOpenAct(right))
    return strangersReasons(right, power, reason)
  if (account === null)
    return [reason('unread-holder', levels.code === 'safe' ? 'safe' : 'medium', 'We could not look up its holder.')]
  const accused = account.labels.filter(isAccusing).map(({ name, source }) => `${name} (${source})`)
  const flagged =
    account.sanctioned === true || accused.length > 0
      ? [
          reason('flagged-holder', flagSeverity(account), 'Its holder is on a block list or a sanctions list.', {
            listed: [...account.sanctionedBy, ...accused],
          }),
        ]
      : []
  // Its owners chose each other; a stranger among them is told by them, and not by code.
  if (standard === 'safe-owner') {
    const text = power === 'sign' ? 'An owner of the Safe, who signs together with others.' : OWNER_ALONE
    return [
      ...flagged,
      reason('safe-owner', power === 'sign' ? 'low' : 'medium', text, { threshold: Number(right.amount) }),
    ]
  }
  if (standard === 'session-key') {
    const text = 'A session key acts as the account within policies of its module, which are not read here.'
    return [...flagged, reason('session-key', 'medium', text)]
  }
  // An accusation that any user may submit adds a reason, and takes none away.
  return [...flagged, ...reasonsOfKind(right, account, reason)]
}

/** Reasons by what kind of account the holder is, as of the spender of an approval. */
function reasonsOfKind(right: WalletRight, account: Account, reason: Reason): RightReason[] {
  const { holder, standard } = right
  const power = powerOf(right)
  const levels = LEVELS[power]
  const takes = power === 'take' || power === 'borrow'
  const kind = spenderKindOf(account)
  const known =
    standard === 'eip7702'
      ? KNOWN_DELEGATES.has(holder)
      : kind === 'protocol' || (!takes && (trustOf(account) === 'known' || KNOWN_DELEGATES.has(holder)))
  if (known) return [reason('known-holder', levels.known, 'A known service has this right.')]
  if (takes && (kind === 'token' || kind === 'pool'))
    return [reason('needless-holder', 'high', 'Its holder is a token or a pool, which needs no such right.')]
  // A delegate without code lets its key do nothing: the account then runs nothing.
  const isKey = (kind === 'eoa' || kind === 'inconsistent') && standard !== 'eip7702'
  if (isKey || kind === 'open-executor') {
    const text =
      kind === 'eoa'
        ? 'Its holder is a personal wallet.'
        : 'Any caller, or an account without code, can use this right.'
    return [reason('account-holder', levels.key, text, { class: account.class })]
  }
  return strangersReasons(right, power, reason)
}

function hasOpenAct({ delegateActs }: WalletRight): boolean {
  return delegateActs?.acts.some(({ kind }) => kind !== 'obeys-stored-account') === true
}

type Reason = (id: RightReasonId, level: RiskLevel, description: string, more?: Evidence) => RightReason

/** Reasons against unlabelled code. */
function strangersReasons(right: WalletRight, power: RightPower, reason: Reason): RightReason[] {
  const { holderJudgement: judgement, delegateActs } = right
  // What the delegate did in the account's place says more than what its code looks like.
  const open = delegateActs?.acts.find(({ kind }) => kind !== 'obeys-stored-account')
  if (open)
    return [
      reason('open-delegate', 'critical', 'Another account can take what the account has. Confirmed in simulation.', {
        caller: open.caller,
        called: open.signature ?? open.selector ?? 'plain payment',
      }),
    ]
  if (obeysOnlyItsAccount(delegateActs))
    return [
      reason('closed-delegate', 'low', 'Unlabelled code that refuses strangers and keeps payments, in simulation.'),
    ]
  const level = levelOfCode(right, power)
  const reasons = [reason('unknown-holder', level, `Unlabelled code has this right: ${MEANINGS[power]}`)]
  if (ORDER.indexOf(level) <= ORDER.indexOf('low')) return reasons
  const danger = judgement === undefined ? null : powerDangerOf(judgement)
  const id = judgement?.findings.length === 0 ? 'unjudged-holder' : 'dangerous-holder'
  if (judgement && danger !== null)
    reasons.push(
      reason(id, judgement.riskLevel, describeDanger('its holder', judgement), {
        contractLevel: judgement.riskLevel,
        contractFindings: judgement.findings.map((finding) => finding.id),
      }),
    )
  else if (judgement?.complete !== true)
    reasons.push(reason('unjudged-holder', 'medium', 'We could not scan the code of its holder.'))
  return reasons
}

function levelOfCode({ standard, unlimited }: WalletRight, power: RightPower): RiskLevel {
  if (power === 'everything' && (standard === 'safe-module' || standard === 'erc7579-module')) return 'medium'
  return (power === 'take' || power === 'borrow') && !unlimited ? 'medium' : LEVELS[power].code
}

const OWNER_ALONE = 'An owner of the Safe, whose signature alone is enough for everything.'

const MEANINGS: Record<RightPower, string> = {
  everything: 'it can act as the account.',
  sign: 'it can act as the account, where others sign too.',
  take: 'it can move what the account holds there.',
  borrow: 'it can borrow in the name of the account.',
  veto: 'it can block transactions of the account.',
  claim: 'it can claim in the name of the account.',
  vote: 'it votes with the tokens of the account, and moves nothing.',
  answer: 'it answers calls for the account, and moves nothing.',
}
