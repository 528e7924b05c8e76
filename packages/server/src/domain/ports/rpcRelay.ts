import type { Hex } from '@redoubt/risk/address.ts'

/** A JSON-RPC call by its method and parameters, as a stranger wrote them. */
export type RpcCall = { method: string; params: readonly unknown[] }

/** What a node answers: its result, or the error it gives. */
export type RpcOutcome = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

/** The endpoints of one network, asked on behalf of wallets. */
export type RpcRelay = {
  /** Whether transactions go to a private relay, whose pool no endpoint shows. */
  readonly isPrivate: boolean
  /** @throws NetworkUnavailable when no endpoint answers. */
  ask(call: RpcCall, signal: AbortSignal): Promise<RpcOutcome>
  /** Gives a signed transaction to the network. One that it knows already counts as given. @throws NetworkUnavailable */
  send(raw: Hex, hash: Hex, signal: AbortSignal): Promise<RpcOutcome>
}
