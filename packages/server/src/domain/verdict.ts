/** Scans whose verdict can be executed again elsewhere. */
export type WitnessedKind = 'transaction' | 'message' | 'contract'

/** A public key that verdicts are signed by: Ed25519 as a JSON Web Key (RFC 8037), named by its thumbprint (RFC 7638). */
export type VerdictKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' }

/** Signs verdicts by the current key, and names the keys that those of before were signed by. */
export type VerdictSigner = {
  sign(bytes: Uint8Array): { kid: string; signature: Uint8Array }
  /** The current one first. */
  keys(): VerdictKey[]
}

/** What became of the witness that a request asked for. */
export type WitnessOutcome =
  | { kept: true; kid: string; bytes: number; reads: number }
  /**
   * `too-large`: more was read than a witness holds; `not-repeatable`: executed again, the scan came out otherwise; `ignored-members`: the
   * answer rests on members of the request that were ignored, which no verdict holds.
   */
  | { kept: false; reason: 'too-large' | 'not-repeatable' | 'ignored-members' }

/** Bytes of all reads of one witness as text, of one verdict as a file, and of what it holds unpacked. */
export const MAX_WITNESS_BYTES = 32 * 1024 ** 2
export const MAX_VERDICT_BYTES = 4 * 1024 ** 2
export const MAX_UNPACKED_BYTES = 48 * 1024 ** 2
