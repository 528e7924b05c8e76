import { KNOWN_DELEGATES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import { type DelegateActs, obeysOnlyItsAccount } from '@redoubt/risk/facts/delegateActs.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Publishing, Revocation, RevocationForm } from '@redoubt/risk/facts/revocationFacts.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { maxFee } from '@redoubt/risk/wallet/sendingCost.ts'
import { NETWORKS } from '../../chains/index.ts'
import { patient } from '../../lib/patience.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { publishingOf } from '../fees/publishing.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { NATIVE } from '../simulation/flatRun.ts'
import type { CallOutcome, Sequence, Simulator, StateOverrides } from '../simulation/simulator.ts'

export type UndelegationPorts = {
  simulator: Simulator
  /** Tries the delegate's code in the account's place, as a stranger. */
  delegateActs(
    block: PinnedBlock,
    known: { account: Address; delegate: Address },
    signal: AbortSignal,
  ): Promise<DelegateActs>
}

/** Is asked what publishing costs. */
type FeeSource = Pick<ChainSource, 'chain' | 'call' | 'nonce'>
type Asked = { block: PinnedBlock; account: Account; sponsor?: Address }
type Priced = Asked & { publishing: Publishing | null }

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`
/** Stands for a sponsor that is not named: an account without code. */
const ANY_SPONSOR: Address = '0x0000000000000000000000000000000000000a5d'
const RICH = 10n ** 24n
const COIN = 10n ** 18n

/** EIP-7702's charge for an authorization. A part is paid back, but no more than EIP-3529 allows. */
const AUTHORIZATION_GAS = 25_000n
const PAID_BACK = 12_500n
const PAID_BACK_SHARE = 5n
const GAS = 100_000n
/** For the payment, which runs the delegate's code. */
const PROBE_GAS = 5_000_000n
/** A delegate that takes longer to try is not known. */
const LONGEST_TRIAL_MS = 4_000

/**
 * Ends an EIP-7702 delegation: an authorization of the zero address clears the account's code. Two forms: a **sponsor**, any other account,
 * sends it, and the account, which needs no coin, only signs the authorization with its nonce; or the account sends it for itself, and the
 * authorization has the nonce after. Coins for that are what a sweeper takes, so that the account's own form is only there where execution
 * shows that the delegate leaves them: then it is first, else the sponsored one is the only one. The account has its real balance in all of it.
 */
export async function planUndelegation(
  ports: UndelegationPorts & { chain: FeeSource },
  asked: Asked,
  signal: AbortSignal,
): Promise<Revocation> {
  const { simulator } = ports
  const { account } = asked
  const priced = publishingOf(ports.chain, { ...publishedBy(asked), authorizations: 1 }, signal)
  // The sponsored form waits for no price and never runs the delegate's code: neither can take it along.
  const [unpriced, fundingIsSwept, publishing] = await Promise.all([
    runSponsored(simulator, asked, signal),
    priced.then((publishing) => probeFunding(ports, { ...asked, publishing }, signal)),
    priced,
  ])
  const sponsored = { ...unpriced, publishing }
  const own = fundingIsSwept === false ? await runOwn(simulator, { ...asked, publishing }, signal) : null
  const [first, alternative] = own === null ? [sponsored, null] : [own, sponsored]
  const after = first.simulation === null ? null : first.simulation.success ? 0n : 1n
  return {
    ...first,
    method: 'undelegate',
    alternative,
    fundingIsSwept,
    signing: null,
    permissions: [
      {
        standard: 'eip7702',
        token: null,
        spender: account.delegate ?? ZERO_ADDRESS,
        tokenId: null,
        symbol: null,
        decimals: null,
        unlimited: false,
        before: 1n,
        after,
      },
    ],
  }
}

/**
 * Whether coins that the account gets are taken from it: in the payment itself, executed with a fee's amount and with a whole coin; or by a
 * stranger's call afterwards. False only for a delegate that wallets publish, or one that obeys no other account; null: not known.
 */
async function probeFunding(
  { simulator, delegateActs }: UndelegationPorts,
  { block, account, sponsor = ANY_SPONSOR, publishing }: Priced,
  signal: AbortSignal,
): Promise<boolean | null> {
  const { address, delegate } = account
  if (delegate === null) return false
  const payments = [feeOf(block, publishing), COIN].map(
    (value): Sequence => ({
      blocks: [{ calls: [{ from: sponsor, to: address, value, data: '0x', gas: PROBE_GAS }] }],
      stateOverrides: { [sponsor]: { balance: RICH } },
    }),
  )
  const runs = await simulator
    .simulateSequences({ block, sequences: payments, transfers: true, signal })
    .catch(() => payments.map(() => null))
  const outcomes = runs.map((run) => run?.[0] ?? null)
  if (outcomes.some((outcome) => outcome !== null && takesCoins(outcome, address))) return true
  if (outcomes.includes(null)) return null
  if (KNOWN_DELEGATES.has(delegate)) return false
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(LONGEST_TRIAL_MS))])
  const tried = await delegateActs(block, { account: address, delegate }, within).catch(() => null)
  if (tried?.acts.some(({ lost }) => lost > 0n)) return true
  return obeysOnlyItsAccount(tried) ? false : null
}

function takesCoins({ logs }: CallOutcome, address: Address): boolean {
  return transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const }))).some(
    ({ token, from, to, amount }) => token === NATIVE && from === address && to !== address && amount > 0n,
  )
}

/** What the account's own transaction may cost. */
function feeOf(block: PinnedBlock, publishing: Publishing | null): bigint {
  return maxFee(block, {
    gas: GAS + (publishing?.gas ?? 0n),
    published: publishing?.wei ?? 0n,
    tip: NETWORKS[block.chain].fees.usualTip,
  })
}

/** The same bytes from either sender. */
function publishedBy({ block, account: { address }, sponsor = ANY_SPONSOR }: Asked) {
  const transaction: Transaction = { from: sponsor, to: address, value: 0n, data: '0x', gas: GAS }
  return { block, transaction, gasUsed: GAS }
}

/** The authorization is applied before the call, so that no code of the account runs; afterwards it keeps what it gets. */
async function runSponsored(
  simulator: Simulator,
  { block, account, sponsor = ANY_SPONSOR }: Asked,
  signal: AbortSignal,
): Promise<RevocationForm> {
  const { address, nonce } = account
  const calls = [0n, COIN].map((value): Transaction => ({ from: sponsor, to: address, value, data: '0x', gas: GAS }))
  const stateOverrides: StateOverrides = {
    [sponsor]: { balance: RICH },
    [address]: { code: '0x', nonce: nonce + 1n },
  }
  const [made, paid] = (await execute(simulator, { block, calls, stateOverrides }, signal)) ?? []
  const form = formOf({ block, address, nonce, publishing: null }, 'sponsor')
  if (made === undefined || paid === undefined) return form
  const success = made.success && paid.success && !takesCoins(paid, address)
  return { ...form, simulation: { success, gasUsed: gasWithAuthorization(made.gasUsed) } }
}

/** Null where the account cannot pay for it with what it has and the fee that it is sent under its delegate. */
async function runOwn(
  simulator: Simulator,
  { block, account, sponsor = ANY_SPONSOR, publishing }: Priced,
  signal: AbortSignal,
): Promise<RevocationForm | null> {
  const { address, nonce } = account
  const fee = feeOf(block, publishing)
  const funding: Transaction = { from: sponsor, to: address, value: fee, data: '0x', gas: PROBE_GAS }
  const rich: StateOverrides = { [sponsor]: { balance: RICH } }
  const arrived = (await execute(simulator, { block, calls: [funding], stateOverrides: rich }, signal))?.[0]?.success
  const balance = account.balance + (arrived === true ? fee : 0n)
  if (balance < fee) return null
  const call: Transaction = { from: address, to: address, value: 0n, data: '0x', gas: GAS }
  const stateOverrides: StateOverrides = { [address]: { code: '0x', balance } }
  const made = (await execute(simulator, { block, calls: [call], stateOverrides }, signal))?.[0]
  if (!made?.success) return null
  const simulation = { success: true, gasUsed: gasWithAuthorization(made.gasUsed) }
  return { ...formOf({ block, address, nonce: nonce + 1n, publishing }, 'account'), simulation }
}

function formOf(
  {
    block,
    address,
    nonce,
    publishing,
  }: { block: PinnedBlock; address: Address; nonce: bigint; publishing: Publishing | null },
  sender: RevocationForm['sender'],
): RevocationForm {
  const authorization = { chainId: CHAIN_IDS[block.chain], address: ZERO_ADDRESS, nonce }
  return { sender, to: address, data: '0x', authorization, simulation: null, publishing }
}

function gasWithAuthorization(used: bigint): bigint {
  const charged = used + AUTHORIZATION_GAS
  const most = charged / PAID_BACK_SHARE
  return charged - (most < PAID_BACK ? most : PAID_BACK)
}

async function execute(
  simulator: Simulator,
  { block, calls, stateOverrides }: { block: PinnedBlock; calls: Transaction[]; stateOverrides: StateOverrides },
  signal: AbortSignal,
): Promise<CallOutcome[] | null> {
  const sequences: Sequence[] = [{ blocks: [{ calls }], stateOverrides }]
  const [run] = await simulator
    .simulateSequences({ block, sequences, transfers: true, signal })
    .catch(() => [null] as const)
  return run ?? null
}
