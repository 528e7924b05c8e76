import type {
  CreatedKey,
  KeyRequest,
  ListKeysResult,
  RevokeKeyResult,
  RevokeOtherKeysResult,
} from '../api.generated.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'

/** Keys of the account. */
export function keyMethods({ call }: Transport) {
  return {
    list(options?: CallOptions) {
      return call<ListKeysResult>({ method: 'GET', path: '/v1/auth/keys' }, options)
    },
    /** The answer has the key, this once. */
    create(body: KeyRequest, options?: CallOptions) {
      return call<CreatedKey>({ method: 'POST', path: '/v1/auth/keys', body, effect: 'creates' }, options)
    },
    /** For ever. With `descendants`, also the keys that it created, and theirs. */
    revoke(keyId: string, query: { descendants?: boolean } = {}, options?: CallOptions) {
      return call<RevokeKeyResult>({ method: 'DELETE', path: path`/v1/auth/keys/${keyId}`, query }, options)
    },
    /** All keys of the account and environment but the calling one, for ever. */
    revokeOthers(options?: CallOptions) {
      return call<RevokeOtherKeysResult>({ method: 'POST', path: '/v1/auth/keys/revoke-others' }, options)
    },
  }
}
