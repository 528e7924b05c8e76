import type {
  HealthResult,
  ListNetworksResult,
  ListSandboxScenariosResult,
  ListSourcesResult,
  ReadinessResult,
  Usage,
} from './api.generated.ts'
import { type CallOptions, type ClientOptions, createTransport } from './http/transport.ts'
import { eventMethods } from './methods/events.ts'
import { feedbackMethods } from './methods/feedback.ts'
import { intelMethods } from './methods/intel.ts'
import { keyMethods } from './methods/keys.ts'
import { memberMethods } from './methods/members.ts'
import { monitorMethods } from './methods/monitors.ts'
import { policyMethods } from './methods/policies.ts'
import { riskMethods } from './methods/risk.ts'
import { heldTransactionMethods, rpcTokenMethods } from './methods/rpc.ts'
import { scanMethods } from './methods/scan.ts'
import { scanRecordMethods } from './methods/scans.ts'
import { sessionMethods } from './methods/session.ts'
import { walletMethods } from './methods/wallet.ts'
import { webhookMethods } from './methods/webhooks.ts'

export type Client = ReturnType<typeof createClient>

/**
 * A client of one Redoubt service. Every method answers `data`, or throws a RedoubtError.
 * @throws TypeError when `baseUrl` or `apiKey` cannot be used.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey })
 * const { recommendation } = await client.scan.transaction({ chain: 'ethereum', from, to, data })
 */
export function createClient(options: ClientOptions) {
  if (options == null) throw new TypeError('createClient: expected { baseUrl, apiKey }')
  const transport = createTransport(options)
  return {
    scan: scanMethods(transport),
    risk: riskMethods(transport),
    wallet: walletMethods(transport),
    scans: scanRecordMethods(transport),
    webhooks: webhookMethods(transport),
    monitors: monitorMethods(transport),
    policies: policyMethods(transport),
    events: eventMethods(transport),
    keys: keyMethods(transport),
    rpcTokens: rpcTokenMethods(transport),
    heldTransactions: heldTransactionMethods(transport),
    feedback: feedbackMethods(transport),
    intel: intelMethods(transport),
    session: sessionMethods(transport),
    members: memberMethods(transport),
    /** Requests of the account against its limits. */
    usage: (call?: CallOptions) => transport.call<Usage>({ method: 'GET', path: '/v1/usage' }, call),
    /** Transactions to try on the sandbox, with a test key. */
    sandboxScenarios: (call?: CallOptions) =>
      transport.call<ListSandboxScenariosResult>({ method: 'GET', path: '/v1/sandbox/scenarios' }, call),
    /** How networks and their endpoints fare; operators only. */
    networks: (call?: CallOptions) => transport.call<ListNetworksResult>({ method: 'GET', path: '/v1/networks' }, call),
    /** How explorers, DNS, registries and other sources fare; operators only. Lists are in `intel.sources`. */
    sources: (call?: CallOptions) => transport.call<ListSourcesResult>({ method: 'GET', path: '/v1/sources' }, call),
    /** Whether the service answers. */
    health: (call?: CallOptions) => transport.call<HealthResult>({ method: 'GET', path: '/healthz' }, call),
    /** Whether it and what it depends on are ready. */
    readiness: (call?: CallOptions) => transport.call<ReadinessResult>({ method: 'GET', path: '/readyz' }, call),
  }
}
