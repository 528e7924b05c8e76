import type { VerdictSigner } from '../domain/verdict.ts'
import type { Keyring } from './keyring.ts'

/** Signs verdicts by a key of the current secret. A rotation adds a key; those of earlier secrets stay published with them. */
export function createVerdictSigner(keyring: Keyring): VerdictSigner {
  return {
    sign(bytes) {
      const secret = keyring.current()
      return { kid: secret.verdictKey().kid, signature: secret.signVerdict(bytes) }
    },
    keys() {
      keyring.refresh()
      return [keyring.current(), ...keyring.earlier()].map((secret) => secret.verdictKey())
    },
  }
}
