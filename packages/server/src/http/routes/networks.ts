import type { Chain } from '@redoubt/risk/chain.ts'
import { type Static, Type } from 'typebox'
import { callerOf } from '../access/guard.ts'
import { isoTime, success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import type { EndpointStatus, WatchedChainStatus } from '../ports.ts'
import { ChainName, Enveloped, Nullable } from '../schemas/common.ts'

const NetworkSchema = Type.Object(
  {
    chain: ChainName,
    head: Nullable(
      Type.Object(
        {
          number: Type.String({ description: 'Its number, decimal.' }),
          timestamp: Type.String({ format: 'date-time', description: 'Its time.' }),
        },
        { title: 'NetworkHead' },
      ),
      { description: 'Newest block that scans read; null: none was read yet.' },
    ),
    endpoints: Type.Array(
      Type.Object(
        {
          host: Type.String({ description: 'Host of the RPC endpoint. Paths, which may hold keys, are not told.' }),
          latencyMs: Nullable(Type.Integer({ minimum: 0 }), {
            description: 'What a read of state usually takes, in milliseconds; null: not asked yet.',
          }),
          failures: Type.Integer({ minimum: 0, description: 'Failures in a row; 0: healthy.' }),
          setAside: Type.Boolean({
            description: 'Whether it is asked nothing for now, because others showed that it answered what is not so.',
          }),
          contradictions: Type.Integer({
            minimum: 0,
            description: 'Answers on which it and another endpoint differed, since the start.',
          }),
        },
        { title: 'NetworkEndpoint' },
      ),
      { description: 'RPC endpoints, first choice first; empty where no scan needed the network yet.' },
    ),
    watching: Nullable(
      Type.Object(
        {
          leading: Type.Boolean({ description: 'Whether this node watches the network for all nodes.' }),
          behind: Type.Integer({ minimum: 0, description: 'Confirmed blocks that are not judged yet.' }),
          headTimestamp: Nullable(Type.String({ format: 'date-time' }), {
            description: 'Time of the newest block that the watcher saw; null: none yet.',
          }),
          reorganisations: Type.Integer({ minimum: 0, description: 'Reorganisations, since the start.' }),
          failures: Type.Integer({ minimum: 0, description: 'Rounds that failed, since the start.' }),
        },
        { title: 'NetworkWatch' },
      ),
      { description: 'How the network is followed for monitors; null: it is not.' },
    ),
  },
  { title: 'NetworkStatus' },
)

const NetworkList = Type.Object({ networks: Type.Array(NetworkSchema) })

/** GET /v1/networks */
export function networkRoutes(app: App, { ports }: Edge): void {
  app.get(
    '/v1/networks',
    {
      config: { access: { scopes: ['admin'], operator: true } },
      schema: {
        tags: ['Operations'],
        operationId: 'listNetworks',
        summary: 'How networks and their endpoints fare',
        description:
          'Of this node and the environment of the key or session, as of its own reads: nothing is asked for it.',
        response: { 200: Enveloped(NetworkList, 'Networks that are offered.') },
      },
    },
    async (request) => {
      const { environment } = callerOf(request)
      const known = (await ports.endpoints()).filter((status) => status.environment === environment)
      const watched = ports.watching().filter((status) => status.environment === environment)
      const networks = ports.offered(environment).map((chain) => {
        const status = known.find((one) => one.chain === chain)
        return shown(
          chain,
          status,
          watched.find((one) => one.chain === chain),
        )
      })
      return success(request, { networks })
    },
  )
}

function shown(
  chain: Chain,
  status: EndpointStatus | undefined,
  watched: WatchedChainStatus | undefined,
): Static<typeof NetworkSchema> {
  const { head = null, endpoints = [], contradictions = {} } = status ?? {}
  return {
    chain,
    head: head && { number: head.number.toString(), timestamp: isoSeconds(head.timestamp) },
    endpoints: endpoints.map(({ host, latencyMs, failures, setAside }) => ({
      host,
      latencyMs: latencyMs === null ? null : Math.round(latencyMs),
      failures,
      setAside,
      contradictions: contradictions[host] ?? 0,
    })),
    watching: watched
      ? {
          leading: watched.leading,
          behind: watched.behind,
          headTimestamp: watched.headTimestamp === null ? null : isoSeconds(watched.headTimestamp),
          reorganisations: watched.reorganisations,
          failures: watched.failures,
        }
      : null,
  }
}

function isoSeconds(seconds: bigint): string {
  return isoTime(Number(seconds) * 1000)
}
