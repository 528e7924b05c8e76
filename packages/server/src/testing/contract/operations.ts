const SPONSOR = '0xa23B22d7E75cE4C5941f57734B8fEF489b92eDF2'
const SAFE = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const VICTIM = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const DRAINER = '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac'
const TRANSACTION = { chain: 'ethereum', from: VICTIM, to: DRAINER, value: '28571428571428571', data: '0x4e71d92d' }
/** Machines that run tests are busy. */
const PATIENT = { options: { deadlineMs: 30_000 } }

/**
 * One operation of the API as the client libraries call it: `scan.sentTransaction` is `scan.sent_transaction` in Python. `$name` stands for
 * what an earlier call kept under that name, and for `none` where nothing was kept.
 */
export type Operation = {
  id: string
  call: string
  args: readonly unknown[]
  /** Name, and where in the answer it stands. */
  keep?: readonly [name: string, path: string]
  /** A code that the real answer may have in place of success, and why. */
  or?: string
}

/** Every operation of openapi.json that a key may call, in an order in which each has what it needs. */
export const OPERATIONS: readonly Operation[] = [
  { id: 'health', call: 'health', args: [] },
  // The endpoints of the test service answer nothing.
  { id: 'readiness', call: 'readiness', args: [], or: 'UPSTREAM_UNAVAILABLE' },
  { id: 'scanTransaction', call: 'scan.transaction', args: [{ ...TRANSACTION, ...PATIENT }] },
  { id: 'scanSentTransaction', call: 'scan.sentTransaction', args: ['$hash'] },
  { id: 'checkIntent', call: 'scan.intent', args: [{ ...TRANSACTION, ...PATIENT, bounds: {} }] },
  // No code: contracts have their own tests.
  { id: 'scanContract', call: 'scan.contract', args: [{ chain: 'ethereum', address: VICTIM, ...PATIENT }] },
  { id: 'scanMessage', call: 'scan.message', args: [{ address: VICTIM, message: 'hello', ...PATIENT }] },
  { id: 'scanUrl', call: 'scan.url', args: [{ url: 'https://lantern-airdrop.test/' }] },
  { id: 'scanWallet', call: 'scan.wallet', args: [VICTIM] },
  { id: 'verifyAddress', call: 'wallet.verify', args: [DRAINER] },
  { id: 'listApprovals', call: 'wallet.approvals', args: [VICTIM] },
  { id: 'listPermissions', call: 'wallet.permissions', args: [VICTIM] },
  { id: 'rescueWallet', call: 'wallet.rescue', args: [VICTIM, { safe: SAFE, sponsor: SPONSOR }] },
  { id: 'profileWallet', call: 'wallet.profile', args: [VICTIM] },
  { id: 'revokeApprovals', call: 'wallet.revoke', args: [VICTIM, { all: 'all' }] },
  { id: 'getRiskScore', call: 'risk.score', args: ['https://lantern-airdrop.test/'] },
  { id: 'getRiskReport', call: 'risk.report', args: ['https://lantern-airdrop.test/'] },
  { id: 'getRiskScores', call: 'risk.scores', args: [{ entities: ['https://lantern-airdrop.test/'] }] },
  { id: 'listScans', call: 'scans.list', args: [], keep: ['scan', 'scans.0.requestId'] },
  // Any id may be followed: the scan with it has not begun.
  { id: 'getScanProgress', call: 'scans.progress', args: ['not-begun'] },
  { id: 'getScan', call: 'scans.get', args: ['$scan'] },
  // Only a scan with a witness keeps one: e2e/verdicts/portableVerdict.e2e.ts has some.
  { id: 'getVerdict', call: 'scans.verdict', args: ['$scan'], or: 'NOT_FOUND' },
  {
    id: 'giveFeedback',
    call: 'feedback.give',
    args: [{ entity: 'https://honest.test/', type: 'false_positive' }],
    keep: ['feedback', 'id'],
  },
  { id: 'listFeedback', call: 'feedback.list', args: [] },
  { id: 'resolveFeedback', call: 'feedback.resolve', args: ['$feedback', { status: 'rejected', note: 'a test' }] },
  {
    id: 'createWebhook',
    call: 'webhooks.create',
    args: [{ url: 'https://hooks.example.org/a', events: ['approval.new'] }],
    keep: ['webhook', 'id'],
  },
  { id: 'listWebhooks', call: 'webhooks.list', args: [] },
  { id: 'getWebhook', call: 'webhooks.get', args: ['$webhook'] },
  { id: 'updateWebhook', call: 'webhooks.update', args: ['$webhook', { events: ['approval.revoked'] }] },
  { id: 'testWebhook', call: 'webhooks.test', args: ['$webhook'], keep: ['delivery', 'id'] },
  { id: 'listEvents', call: 'events.list', args: [], keep: ['cursor', 'events.0.cursor'] },
  { id: 'testWebhook', call: 'webhooks.test', args: ['$webhook'] },
  { id: 'listDeliveries', call: 'webhooks.deliveries', args: ['$webhook'] },
  // A delivery that is being made cannot be made again.
  { id: 'retryDelivery', call: 'webhooks.retryDelivery', args: ['$webhook', '$delivery'], or: 'CONFLICT' },
  { id: 'replayEvents', call: 'webhooks.replay', args: ['$webhook', { since: '$yesterday' }] },
  { id: 'rotateWebhookSecret', call: 'webhooks.rotateSecret', args: ['$webhook'] },
  { id: 'activateWebhook', call: 'webhooks.activate', args: ['$webhook'] },
  { id: 'listEvents', call: 'events.list', args: [], keep: ['event', 'events.0.id'] },
  { id: 'getEvent', call: 'events.get', args: ['$event'] },
  { id: 'streamEvents', call: 'events.stream', args: ['$cursor'] },
  { id: 'createStreamToken', call: 'events.createStreamToken', args: [] },
  { id: 'deleteWebhook', call: 'webhooks.delete', args: ['$webhook'] },
  {
    id: 'createMonitor',
    call: 'monitors.create',
    args: [{ chain: 'ethereum', address: VICTIM }],
    keep: ['monitor', 'id'],
  },
  { id: 'listMonitors', call: 'monitors.list', args: [] },
  { id: 'getMonitor', call: 'monitors.get', args: ['$monitor'] },
  { id: 'replaceMonitor', call: 'monitors.replace', args: ['$monitor', { chain: 'ethereum', address: VICTIM }] },
  { id: 'deleteMonitor', call: 'monitors.delete', args: ['$monitor'] },
  { id: 'listPolicies', call: 'policies.list', args: [] },
  { id: 'listPolicyTemplates', call: 'policies.templates', args: [] },
  { id: 'putPolicy', call: 'policies.put', args: [VICTIM, { blockAt: 'high' }] },
  { id: 'getPolicy', call: 'policies.get', args: [VICTIM] },
  { id: 'listPolicyVersions', call: 'policies.versions', args: [VICTIM] },
  // Only a transaction that was judged reserves: http/policies.e2e.ts has one.
  { id: 'releaseReservation', call: 'policies.release', args: [VICTIM, '$reservation'], or: 'NOT_FOUND' },
  { id: 'deletePolicy', call: 'policies.delete', args: [VICTIM] },
  { id: 'createRpcToken', call: 'rpcTokens.create', args: [{ name: 'made' }], keep: ['token', 'id'] },
  { id: 'listRpcTokens', call: 'rpcTokens.list', args: [] },
  { id: 'revokeRpcToken', call: 'rpcTokens.revoke', args: ['$token'] },
  { id: 'listHeldTransactions', call: 'heldTransactions.list', args: [] },
  // Only a signed transaction is held: http/guardedRpc.e2e.ts has some.
  { id: 'getHeldTransaction', call: 'heldTransactions.get', args: ['$held'], or: 'NOT_FOUND' },
  { id: 'approveHeldTransaction', call: 'heldTransactions.approve', args: ['$held'], or: 'NOT_FOUND' },
  { id: 'cancelHeldTransaction', call: 'heldTransactions.cancel', args: ['$held'], or: 'NOT_FOUND' },
  { id: 'shareScan', call: 'scans.share', args: ['$scan', { expiresInHours: 24 }], keep: ['shared', 'token'] },
  { id: 'listShares', call: 'scans.shares', args: [], keep: ['share', 'shares.0.id'] },
  { id: 'getSharedScan', call: 'scans.shared', args: ['$shared'] },
  { id: 'revokeShare', call: 'scans.revokeShare', args: ['$share'] },
  { id: 'listAuditEntries', call: 'members.audit', args: [] },
  { id: 'getUsage', call: 'usage', args: [] },
  { id: 'listSandboxScenarios', call: 'sandboxScenarios', args: [] },
  { id: 'listNetworks', call: 'networks', args: [] },
  { id: 'listIntelSources', call: 'intel.sources', args: [] },
  { id: 'lookUpIntel', call: 'intel.lookUp', args: [{ value: DRAINER }] },
  { id: 'listSources', call: 'sources', args: [] },
  {
    id: 'putIntelOverride',
    call: 'intel.setOverride',
    args: [{ value: 'tea.example', verdict: 'deny', label: 'phishing', note: 'a test' }],
  },
  { id: 'listIntelOverrides', call: 'intel.overrides', args: [] },
  { id: 'deleteIntelOverride', call: 'intel.removeOverride', args: [{ value: 'tea.example' }] },
  { id: 'listIntelAudit', call: 'intel.audit', args: [] },
  { id: 'createKey', call: 'keys.create', args: [{ name: 'made', scopes: ['scan:read'] }], keep: ['key', 'id'] },
  { id: 'listKeys', call: 'keys.list', args: [] },
  { id: 'revokeKey', call: 'keys.revoke', args: ['$key'] },
  { id: 'revokeOtherKeys', call: 'keys.revokeOthers', args: [] },
]
