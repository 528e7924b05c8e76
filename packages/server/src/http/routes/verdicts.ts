import { Type } from 'typebox'
import { ApiError } from '../../errors.ts'
import { callerOf } from '../access/guard.ts'
import { success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped } from '../schemas/common.ts'
import { ScanPath } from './scans.ts'

const VerdictSchema = Type.Object(
  {
    requestId: Type.String({ description: 'Id of the scan.' }),
    kid: Type.String({ description: 'Key that signed it, of `/.well-known/redoubt-keys.json`.' }),
    bytes: Type.Integer({ description: 'Length of `jws`.' }),
    jws: Type.String({
      description:
        'The file that `redoubt verify` reads: a JSON Web Signature (RFC 7515, compact, EdDSA) over zstd-compressed JSON with the input, all that was read, the settings and the answer.',
    }),
  },
  { title: 'Verdict' },
)

/** Seconds for which proxies may keep the keys. */
const KEYS_FRESH_S = 300

/** Verdicts of scans, and the keys that they are signed by. */
export function verdictRoutes(app: App, { ports }: Edge): void {
  app.get(
    '/v1/scans/:requestId/verdict',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scans'],
        operationId: 'getVerdict',
        summary: 'Get the signed verdict of a scan',
        description:
          'Of a scan with `options.witness`. `redoubt verify FILE --keys KEYS` executes it again on a machine without a network and compares the answer byte by byte. It holds what the account alone knew of the case.',
        params: ScanPath,
        response: { 200: Enveloped(VerdictSchema, 'The verdict as a file.') },
      },
    },
    async (request) => {
      const { accountId, environment } = callerOf(request)
      const { requestId } = request.params
      const jws = await ports.scanRecords.verdict(accountId, environment, requestId)
      if (jws === null)
        throw new ApiError('NOT_FOUND', {
          detail: 'No scan of this account with that request id keeps a verdict; scan with options.witness.',
        })
      const { kid } = JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString('utf8')) as { kid: string }
      return success(request, { requestId, kid, bytes: jws.length, jws })
    },
  )

  // A JSON Web Key Set (RFC 7517), as its readers expect it: without the envelope.
  app.get(
    '/.well-known/redoubt-keys.json',
    { config: { access: 'public' }, schema: { hide: true } },
    async (_, reply) =>
      reply
        .header('cache-control', `public, max-age=${KEYS_FRESH_S}`)
        .header('access-control-allow-origin', '*')
        .type('application/jwk-set+json')
        .send(JSON.stringify({ keys: ports.verdictKeys() })),
  )
}
