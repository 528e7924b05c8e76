import type { Chain } from '@redoubt/risk/chain.ts'
import type { OnFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import type { Owner } from '../domain/account.ts'
import type { Environment } from '../domain/environment.ts'
import type { Feedback, FeedbackDecision } from '../domain/feedback.ts'
import type { AuditLog } from '../domain/ports/audit.ts'
import type { Cursors } from '../domain/ports/cursors.ts'
import type { ScoreStore } from '../domain/ports/entityScores.ts'
import type { FeedbackStore } from '../domain/ports/feedback.ts'
import type { IdempotencyStore } from '../domain/ports/idempotency.ts'
import type { IntelPort } from '../domain/ports/intel.ts'
import type { KeyStore } from '../domain/ports/keys.ts'
import type { SessionStore } from '../domain/ports/members.ts'
import type { RateCounters } from '../domain/ports/rates.ts'
import type { RpcTokenStore } from '../domain/ports/rpcTokens.ts'
import type { ScanRecords } from '../domain/ports/scanRecords.ts'
import type { SharedScans } from '../domain/ports/sharedScans.ts'
import type { UsageCounts } from '../domain/ports/usage.ts'
import type { SignedOwner, SignedPermission } from '../domain/signedPermission.ts'
import type { StoreUnavailable } from '../domain/sourceErrors.ts'
import type { SourceStatus } from '../domain/sourceStatus.ts'
import type { VerdictKey } from '../domain/verdict.ts'
import type { RevokeInput, RevokeResult } from '../usecases/approvals/revokeApprovals.ts'
import type { WalletApprovalsInput, WalletApprovalsResult } from '../usecases/approvals/walletApprovals.ts'
import type { Events } from '../usecases/events/events.ts'
import type { Members } from '../usecases/members/members.ts'
import type { OwnAccess } from '../usecases/members/ownAccess.ts'
import type { SignIn } from '../usecases/members/signIn.ts'
import type { Monitors } from '../usecases/monitors/monitors.ts'
import type { WalletPermissionsResult } from '../usecases/permissions/walletPermissions.ts'
import type { Policies } from '../usecases/policies/policies.ts'
import type { BatchItem, BatchResult } from '../usecases/reports/batchScores.ts'
import type { EntityJudgement, EntityQuestion } from '../usecases/reports/entityJudgement.ts'
import type { ScoredEntity } from '../usecases/reports/scoreEntity.ts'
import type { RescueInput, RescueResult } from '../usecases/rescue/rescueWallet.ts'
import type { GuardedRpc } from '../usecases/rpc/guardedRpc.ts'
import type { HeldTransactions } from '../usecases/rpc/heldTransactions.ts'
import type { ContractScanInput, ContractScanResult } from '../usecases/scans/contract/scanContract.ts'
import type { MessageScanRequest, MessageScanResult } from '../usecases/scans/message/scanMessage.ts'
import type { IntentCheck, IntentCheckInput } from '../usecases/scans/transaction/checkIntent.ts'
import type { SentTransactionInput, SentTransactionResult } from '../usecases/scans/transaction/scanSentTransaction.ts'
import type { TransactionScanInput, TransactionScanResult } from '../usecases/scans/transaction/scanTransaction.ts'
import type { UrlScanInput, UrlScanResult } from '../usecases/scans/url/scanUrl.ts'
import type { WalletScanInput, WalletScanResult } from '../usecases/scans/wallet/scanWallet.ts'
import type { VerifyInput, VerifyResult } from '../usecases/scans/wallet/verifyAddress.ts'
import type { WalletProfileInput, WalletProfileResult } from '../usecases/scans/wallet/walletProfile.ts'
import type { Witnessed, WitnessedScan } from '../usecases/scans/witnessedScan.ts'
import type { Webhooks } from '../usecases/webhooks/webhooks.ts'

export type ScanContext = {
  environment: Environment
  accountId: string
  /** The key is in pages that anyone reads. */
  isPublic?: boolean
  requestId: string
  signal: AbortSignal
  onFact?: OnFact | undefined
}

/** A chain that this process watches. Timestamps in Unix seconds; counts since it started. */
export type WatchedChainStatus = {
  chain: Chain
  environment: Environment
  /** Of several nodes, one leads. */
  leading: boolean
  behind: number
  headTimestamp: bigint | null
  reorganisations: number
  withdrawn: number
  skipped: number
  untraced: number
  failures: number
}

/** An execution engine. `children` and `quarantined` are as of now, the others counted since it began. */
export type EngineStatus = {
  environment: Environment
  children: number
  crashes: number
  kills: number
  calls: number
  isolatedRetries: number
  quarantined: number
  refusals: number
}

/** What the RPC endpoints of one network said of each other's answers, counted since the process began. */
export type EndpointStatus = {
  environment: Environment
  chain: Chain
  confirmed: number
  unconfirmed: number
  /** By host. */
  contradictions: Record<string, number>
  /** Hosts that are asked nothing for now. */
  setAside: string[]
  /** HTTP requests since the start, by host. */
  calls: readonly { host: string; answered: number; failed: number }[]
  /** Newest block that was read; null: none yet. Timestamp in Unix seconds. */
  head: { number: bigint; timestamp: bigint } | null
  /** `latencyMs`: what a read of state usually takes; null: not known yet. `failures` in a row; 0: healthy. */
  endpoints: { host: string; latencyMs: number | null; failures: number; setAside: boolean }[]
}

/** A queue of scans. `atWork` and `waiting` are as of now, the others counted since it began; `waitedMs` is the sum of those that began. */
export type QueueStatus = { atWork: number; waiting: number; begun: number; refused: number; waitedMs: number }

/** A scan was judged and its score is kept: who watches the entity may be told. Answers at once. */
export type OnScored = (judged: EntityJudgement, owner: Owner) => void

/** A transaction of the sandbox that is worth a scan; `value` in wei, decimal. */
export type SandboxScenario = {
  id: string
  title: string
  shows: string
  request: { chain: Chain; from: string; to: string | null; value: string; data: string }
}

/** Everything the HTTP edge is given. */
export type HttpPorts = {
  keys: KeyStore
  /** Seals and opens the tokens of streams. */
  cursors: Cursors
  rateCounters: RateCounters
  idempotency: IdempotencyStore
  scanRecords: ScanRecords
  /** Watches what a monitored wallet signs. @returns How many joined, and for how many there was no room. */
  joinSigned(
    owner: SignedOwner,
    permissions: readonly SignedPermission[],
    dueAt: number,
  ): Promise<{ joined: number; leftOut: number }>
  /** Public keys of verdicts, the current one first. */
  verdictKeys(): VerdictKey[]
  entityScores: Pick<ScoreStore, 'put'>
  onScored: OnScored
  /** Entities that were scored again since the process began. */
  rescored(): { scored: number; failed: number }
  /** The queues in front of the scans: of those that execute and read chains, and of visits of sites. */
  admission(): Record<'scans' | 'visits', QueueStatus>
  /** Resolves when a request of the account may go on; undefined: at once. */
  letIn(account: string): Promise<void> | undefined
  /** What the execution engines of both environments went through; none before the first scan. */
  engines(): Promise<EngineStatus[]>
  /** What RPC endpoints said of each other; none before the first scan. */
  endpoints(): Promise<EndpointStatus[]>
  feedback: Pick<FeedbackStore, 'add' | 'list'> & {
    /** @throws ApiError NOT_FOUND, CONFLICT when it was decided before, VALIDATION_ERROR for an override that is not possible. */
    resolve(id: string, decision: FeedbackDecision): Promise<Feedback>
  }
  webhooks: Webhooks
  events: Events
  monitors: Monitors
  rpcTokens: RpcTokenStore
  rpc: GuardedRpc
  heldTransactions: HeldTransactions
  /** @throws ApiError VALIDATION_ERROR for a network that the environment does not have. */
  requireNetwork(environment: Environment, chain: Chain): void
  signIn: SignIn
  sessions: Pick<SessionStore, 'find' | 'end'>
  ownAccess: OwnAccess
  members: Members
  audit: AuditLog
  sharedScans: SharedScans
  usage: UsageCounts
  policies: Policies
  watching(): WatchedChainStatus[]
  /** How the sources fare that are no RPC endpoint, as of this process. */
  sources(): SourceStatus[]
  sandboxScenarios(): Promise<readonly SandboxScenario[]>
  /** Networks that keys of an environment may name. */
  offered(environment: Environment): readonly Chain[]
  intel: IntelPort
  scans: {
    transaction(input: TransactionScanInput, context: ScanContext): Promise<TransactionScanResult>
    sentTransaction(input: SentTransactionInput, context: ScanContext): Promise<SentTransactionResult>
    intent(input: IntentCheckInput, context: ScanContext): Promise<IntentCheck>
    contract(input: ContractScanInput, context: ScanContext): Promise<ContractScanResult>
    message(input: MessageScanRequest, context: ScanContext): Promise<MessageScanResult>
    /** Scans that can be executed again elsewhere. */
    witnessed(asked: { scan: WitnessedScan; deadlineMs: number }, context: ScanContext): Promise<Witnessed>
    wallet(input: WalletScanInput, context: ScanContext): Promise<WalletScanResult>
    url(input: UrlScanInput, context: ScanContext): Promise<UrlScanResult>
  }
  wallets: {
    verify(input: VerifyInput, context: ScanContext): Promise<VerifyResult>
    approvals(input: WalletApprovalsInput, context: ScanContext): Promise<WalletApprovalsResult>
    permissions(input: WalletApprovalsInput, context: ScanContext): Promise<WalletPermissionsResult>
    rescue(input: RescueInput, context: ScanContext): Promise<RescueResult>
    revoke(input: RevokeInput, context: ScanContext): Promise<RevokeResult>
    profile(input: WalletProfileInput, context: ScanContext): Promise<WalletProfileResult>
  }
  risk: {
    /** `age` in milliseconds since the scan. */
    score(
      question: EntityQuestion,
      context: ScanContext,
    ): Promise<{ scored: Pick<ScoredEntity, 'text' | 'score'>; age: number }>
    /** @throws ApiError VALIDATION_ERROR for a transaction. */
    report(question: EntityQuestion, context: ScanContext): Promise<RiskReport>
    /** One answer per item, in order; all under one deadline. */
    scores(items: readonly BatchItem[], context: ScanContext & { deadlineMs: number }): Promise<BatchResult[]>
    /** @throws ApiError RATE_LIMIT_EXCEEDED while too many of the account wait to be drawn, OVERLOADED while too many of all do. */
    pdf(report: RiskReport, context: Pick<ScanContext, 'accountId' | 'signal'>): Promise<Buffer>
  }
  /** Readiness: each dependency by name, with null or why it is not ready. */
  readiness(): Promise<Record<string, string | StoreUnavailable | null>>
  /** Of each network that live keys may name. */
  networkReadiness(): Promise<NetworkReadiness[]>
}

/**
 * `own`: the operator named its endpoints. `behind`: they answer, and their newest block is old. `not-asked`: it has public ones, and no scan
 * used them yet. `reason`: why it is not ready, for the log.
 */
export type NetworkReadiness = {
  chain: Chain
  own: boolean
  state: 'ready' | 'behind' | 'unreachable' | 'not-asked'
  reason: string | null
}
