import type { Hex } from '@redoubt/risk/address.ts'

/** A JSON-RPC call by its method and parameters, as a stranger wrote them. */
export type RpcCall = { method: string; params: readonly unknown[] }

/** What a node answers: its result, or the error it gives. */
export type RpcOutcome = { result: unknown } | { error: RpcFailure }

type RpcFailure = { code: number; message: string; data?: unknown }

/**
 * What became of a signed transaction that was given to the network. `sent`: a node has it. `refused`: every node that was given it turned it
 * away, so that this send leaves it nowhere; `forGood`: no later state lifts the refusal. `unclear`: a node that was silent, busy or said
 * something else may have it, so that it may be mined.
 */
export type SendOutcome =
  | { status: 'sent' }
  | { status: 'refused'; error: RpcFailure; forGood: boolean }
  | { status: 'unclear'; error: RpcFailure }

/** The endpoints of one network, asked on behalf of wallets. */
export type RpcRelay = {
  /** Whether transactions go to a private relay, whose pool no endpoint shows. */
  readonly isPrivate: boolean
  /** @throws NetworkUnavailable when no endpoint answers. */
  ask(call: RpcCall, signal: AbortSignal): Promise<RpcOutcome>
  /** Gives a signed transaction to the network. Never rejects but for defects: silence is `unclear`. */
  send(raw: Hex, hash: Hex, signal: AbortSignal): Promise<SendOutcome>
}
