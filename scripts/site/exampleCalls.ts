/**
 * One call of the documentation for each operation that answers JSON. `path` are the arguments in the order of the path.
 * `{name}` stands for what an earlier call answered under `keeps`, or for what the runner brings (`{sentHash}`).
 */
export type ExampleCall = {
  operation: string
  /** Method of the JavaScript client, such as `scan.transaction`. */
  method: string
  path?: readonly string[]
  query?: Readonly<Record<string, string | number | boolean>>
  body?: object
  /** Member of the answer's `data`, by the name that later calls use. */
  keeps?: Readonly<Record<string, string>>
}

const TRADER = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const DRAINER = '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac'
const HONEYPOT = '0xEB53DB7800A5C12ee5E79406361cfB6e75534778'
const RECEIVER = 'https://receiver.example/redoubt'

/** In an order in which each call finds what it needs. */
export const EXAMPLE_CALLS: readonly ExampleCall[] = [
  { operation: 'health', method: 'health' },
  { operation: 'readiness', method: 'readiness' },
  {
    operation: 'scanTransaction',
    method: 'scan.transaction',
    body: { chain: 'ethereum', from: TRADER, to: DRAINER, value: '28571428571428571', data: '0x4e71d92d' },
  },
  {
    operation: 'checkIntent',
    method: 'scan.intent',
    body: {
      chain: 'ethereum',
      from: TRADER,
      to: DRAINER,
      value: '28571428571428571',
      data: '0x4e71d92d',
      bounds: { assetsOut: [{ asset: 'native', max: '30000000000000000' }], payees: [DRAINER] },
    },
  },
  { operation: 'scanSentTransaction', method: 'scan.sentTransaction', path: ['{sentHash}'] },
  { operation: 'scanContract', method: 'scan.contract', body: { chain: 'ethereum', address: HONEYPOT } },
  {
    operation: 'scanMessage',
    method: 'scan.message',
    body: { chain: 'ethereum', address: TRADER, message: 'Sign in to lantern-airdrop.test' },
  },
  { operation: 'scanUrl', method: 'scan.url', body: { url: 'https://lantern-airdrop.test/' } },
  { operation: 'scanWallet', method: 'scan.wallet', path: [TRADER], query: { chain: 'ethereum' } },
  { operation: 'verifyAddress', method: 'wallet.verify', path: [DRAINER], query: { chain: 'ethereum' } },
  { operation: 'listApprovals', method: 'wallet.approvals', path: [TRADER], query: { chain: 'ethereum', limit: 2 } },
  {
    operation: 'rescueWallet',
    method: 'wallet.rescue',
    path: [TRADER],
    body: {
      chain: 'ethereum',
      safe: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
      sponsor: '0xa23B22d7E75cE4C5941f57734B8fEF489b92eDF2',
    },
  },
  {
    operation: 'listPermissions',
    method: 'wallet.permissions',
    path: [TRADER],
    query: { chain: 'ethereum', limit: 2 },
  },
  { operation: 'profileWallet', method: 'wallet.profile', path: [TRADER], query: { chain: 'ethereum' } },
  { operation: 'revokeApprovals', method: 'wallet.revoke', path: [TRADER], body: { chain: 'ethereum', all: 'risky' } },
  { operation: 'getRiskScore', method: 'risk.score', path: [DRAINER], query: { chain: 'ethereum' } },
  { operation: 'getRiskReport', method: 'risk.report', path: [DRAINER], query: { chain: 'ethereum' } },
  { operation: 'getRiskScores', method: 'risk.scores', body: { entities: [DRAINER, 'https://lantern-airdrop.test/'] } },
  {
    operation: 'giveFeedback',
    method: 'feedback.give',
    body: { entity: DRAINER, chain: 'ethereum', type: 'false_negative', note: 'It took my DAI.' },
    keeps: { feedbackId: 'id' },
  },
  { operation: 'listFeedback', method: 'feedback.list', query: { limit: 1 } },
  {
    operation: 'createWebhook',
    method: 'webhooks.create',
    body: { url: RECEIVER, events: ['entity.risk_changed'], entities: [DRAINER] },
    keeps: { webhookId: 'id' },
  },
  { operation: 'listWebhooks', method: 'webhooks.list' },
  { operation: 'getWebhook', method: 'webhooks.get', path: ['{webhookId}'] },
  {
    operation: 'updateWebhook',
    method: 'webhooks.update',
    path: ['{webhookId}'],
    body: { events: ['entity.risk_changed', 'approval.new'] },
  },
  { operation: 'activateWebhook', method: 'webhooks.activate', path: ['{webhookId}'] },
  { operation: 'rotateWebhookSecret', method: 'webhooks.rotateSecret', path: ['{webhookId}'], body: {} },
  { operation: 'testWebhook', method: 'webhooks.test', path: ['{webhookId}'], keeps: { deliveryId: 'id' } },
  { operation: 'listDeliveries', method: 'webhooks.deliveries', path: ['{webhookId}'], query: { limit: 1 } },
  { operation: 'deleteWebhook', method: 'webhooks.delete', path: ['{webhookId}'] },
  {
    operation: 'createMonitor',
    method: 'monitors.create',
    body: { address: TRADER, chain: 'ethereum', alerts: { largeTransfer: { enabled: true, threshold: 10_000 } } },
    keeps: { monitorId: 'id' },
  },
  { operation: 'listMonitors', method: 'monitors.list', query: { limit: 1 } },
  { operation: 'getMonitor', method: 'monitors.get', path: ['{monitorId}'] },
  { operation: 'deleteMonitor', method: 'monitors.delete', path: ['{monitorId}'] },
  { operation: 'listEvents', method: 'events.list', query: { limit: 1 } },
  { operation: 'createStreamToken', method: 'events.createStreamToken', body: { origin: 'https://app.example' } },
  { operation: 'listScans', method: 'scans.list', query: { limit: 1 } },
  { operation: 'listIntelSources', method: 'intel.sources' },
  { operation: 'lookUpIntel', method: 'intel.lookUp', query: { value: DRAINER } },
  {
    operation: 'putIntelOverride',
    method: 'intel.setOverride',
    body: { value: 'app.example.org', verdict: 'allow', note: 'Our own site, listed by mistake' },
  },
  { operation: 'listIntelOverrides', method: 'intel.overrides', query: { limit: 1 } },
  { operation: 'deleteIntelOverride', method: 'intel.removeOverride', query: { value: 'app.example.org' } },
  { operation: 'listIntelAudit', method: 'intel.audit', query: { limit: 1 } },
  {
    operation: 'createKey',
    method: 'keys.create',
    body: { name: 'build server', scopes: ['scan:read'] },
    keeps: { keyId: 'id' },
  },
  { operation: 'listKeys', method: 'keys.list' },
  { operation: 'revokeKey', method: 'keys.revoke', path: ['{keyId}'] },
]
